import { ArrowLeft } from 'lucide-react'
import {
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link } from 'wouter'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { rowName } from '#src/domain/money/ranked-rows.ts'
import type { RankedItem, RankedRow } from '#src/domain/money/ranked-rows.ts'
import { csvName } from '#src/domain/text/csv.ts'
import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import { CardShell, metricOptions } from '#src/features/home/cards/CardShell.tsx'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import type { Result } from '#src/features/home/cards/queries.ts'
import { useComparedResult } from '#src/features/home/cards/use-result.ts'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { DataTable } from '#src/ui/charts/DataTable.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Pager } from '#src/ui/lists/Pager.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { rankedCsv, rankedTable } from './ranked-csv.ts'
import { RankedEmpty } from './RankedEmpty.tsx'
import { RankedPlaceholder } from './RankedPlaceholder.tsx'
import { RankedRows } from './RankedRows.tsx'
import { Reconciled, ReconciliationLine } from './ReconciliationLine.tsx'
import { useRankedRows } from './use-ranked-rows.ts'
import { useRowHrefs } from './use-row-hrefs.ts'

/** Cards with rows end 4 px closer to their edge than graph cards. */
const Foot = styled('div')`
  margin: auto 0 -4px;
  ${MOBILE} {
    margin: auto 0 -8px;
    padding-top: 4px;
  }
`
const DepositsFoot = styled('div')`
  display: flex;
  align-items: center;
  gap: 4px;
  height: 28px;
  color: var(--text-3);
  font: var(--t-small);
  ${MOBILE} {
    height: 44px;
  }
`
const DetailsDialog = lazyPart(() => import('./DetailsDialog.tsx'), 'DetailsDialog')

/** Countries, currencies and similar: rows by size, each with a bar stacked by project, in pages. */
export function RankedCard({ card, view }: { card: RankedCardRow; view: HomeView }) {
  const [chosenMetric, setMetric] = useState<Metric>(card.options[0]?.metric ?? 'count')
  const [page, setPage] = useState(1)
  // The switch answers first.
  const metric = useDeferredValue(chosenMetric)
  const [campaign, setCampaign] = useState<RankedRow | null>(null)
  const [isListed, setListed] = useState(false)
  const { result, before, state, isFetching } = useComparedResult(card.items, view)
  const isMobile = useIsMobile()
  const found = useRankedRows({ card, result, before, metric, campaign, view })
  const { rows, own, total, previous } = found

  // A campaign that a filter removes closes: its breakdown clears.
  const isSettled = state.is === 'ready' && !state.isDimmed
  if (campaign && isSettled && !found.hasCampaign) setCampaign(null)
  const open = found.hasCampaign ? campaign : null
  const hrefOf = useRowHrefs(card, result, open?.key ?? null, view.linked)

  const isDeposits = card.rowKind === 'deposits'
  const lastPage = Math.max(1, Math.ceil(rows.length / card.pageSize))
  const current = Math.min(page, lastPage)
  const slots = isDeposits ? 4 : card.pageSize
  const offset = isDeposits ? 0 : (current - 1) * card.pageSize
  const shown = useMemo(() => rows.slice(offset, offset + slots), [rows, offset, slots])
  const table = useMemo(
    () => rankedTable(rows, { metric, decimals: card.decimals, total, figures: view.figures }),
    [rows, metric, card.decimals, total, view.figures],
  )
  const projects = result?.resolvedQuery.projects ?? []
  const column = open ? 'Country' : card.column
  const csvOf = open ? `${card.id}-countries` : card.id
  const nouns = open ? 'countries' : card.nouns
  const reconciled = (
    <Reconciled>
      {result && isSettled && !open && (
        <ReconciliationLine card={card} result={result} total={total} metric={metric} view={view} />
      )}
    </Reconciled>
  )

  const download = () => {
    if (!result) return
    const { range, zone } = result.resolvedQuery
    const option = card.options.find((one) => one.metric === metric)
    downloadCsv(
      csvName(`${csvOf}-${metric}`, range, zone),
      rankedCsv(own, { column, metric, shown: option?.label ?? card.title, projects }),
    )
  }
  // Opening a campaign removes the focused row: the focus moves to Back, and later to the campaign.
  const list = useRef<HTMLDivElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const left = useRef({ page: 1, place: 0 })
  const nextFocus = useRef<'back' | 'campaign' | null>(null)
  useEffect(() => {
    const target = nextFocus.current
    nextFocus.current = null
    if (target === 'back') back.current?.focus()
    if (target === 'campaign') list.current?.querySelectorAll('button')[left.current.place]?.focus()
  })
  const openCampaign = useCallback(
    (row: RankedRow) => {
      left.current = { page: current, place: shown.indexOf(row) }
      nextFocus.current = 'back'
      setCampaign(row)
      setPage(1)
    },
    [current, shown],
  )
  const goBack = () => {
    nextFocus.current = 'campaign'
    setCampaign(null)
    setPage(left.current.page)
  }
  const showAll = (
    <Button size="sm" variant="ghost" onClick={() => setListed(true)}>
      Show all
    </Button>
  )

  return (
    <CardShell
      title={open ? <CampaignTitle card={card} campaign={open} view={view} /> : card.title}
      name={card.title}
      subtitle={
        open ? (
          <CampaignSubtitle
            card={card}
            campaign={open}
            result={result}
            total={total}
            metric={metric}
            view={view}
          />
        ) : (
          card.subtitle
        )
      }
      before={
        open ? (
          <IconButton ref={back} label="Back" icon={ArrowLeft} onClick={goBack} tooltip={false} />
        ) : undefined
      }
      state={state}
      isBusy={isFetching}
      minHeight={found.minHeight}
      privacy={view.privacy}
      onDownload={rows.length > 0 ? download : null}
      options={metricOptions({
        card,
        metric: chosenMetric,
        isMobile,
        onChange: (next) => {
          setMetric(next)
          setPage(1)
        },
      })}
      placeholder={<RankedPlaceholder kind={card.rowKind} slots={slots} />}
    >
      {() =>
        rows.length === 0 || total === 0 ? (
          <>
            <RankedEmpty
              card={card}
              nouns={nouns}
              rows={rows}
              items={result?.items ?? []}
              metric={metric}
              hint={view.emptyHint}
            />
            {reconciled}
          </>
        ) : (
          <>
            <RankedRows
              list={list}
              name={card.title}
              kind={card.rowKind}
              rows={shown}
              slots={slots}
              offset={offset}
              metric={metric}
              decimals={card.decimals}
              total={total}
              full={found.full}
              projects={projects}
              previous={previous}
              view={view}
              onOpen={card.rowKind === 'campaigns' && !open ? openCampaign : null}
              hrefOf={hrefOf}
            />
            {reconciled}
            <Foot>
              {isDeposits ? (
                <DepositsFoot>
                  <span>{rows.length} rows</span>
                  {showAll}
                </DepositsFoot>
              ) : (
                <Pager
                  page={current}
                  pageSize={card.pageSize}
                  total={rows.length}
                  onPage={setPage}
                  isMasked={view.privacy}
                >
                  {showAll}
                </Pager>
              )}
            </Foot>
            {/* A new key per mode removes the unmasked figures from the page at once. */}
            <DataTable
              key={view.privacy ? 'masked' : 'plain'}
              name={`${card.title} data`}
              {...table}
            />
            {isListed && result && (
              <Suspense>
                <DetailsDialog
                  card={card}
                  title={open ? rowName(open) : card.title}
                  column={column}
                  nouns={nouns}
                  csvOf={csvOf}
                  rows={own}
                  metric={metric}
                  view={view}
                  resolvedQuery={result.resolvedQuery}
                  hrefOf={hrefOf}
                  onClose={() => setListed(false)}
                />
              </Suspense>
            )}
          </>
        )
      }
    </CardShell>
  )
}

function CampaignTitle(props: { card: RankedCardRow; campaign: RankedRow; view: HomeView }) {
  const { label, detail } = props.campaign
  const { figures } = props.view
  return (
    <>
      <span className="sr">{props.card.title}: </span>
      <MaskableText text={figures.label(label, 0)} />{' '}
      <span className="t3" style={{ fontWeight: 400 }}>
        /
      </span>{' '}
      <MaskableText text={figures.label(detail ?? '', 1)} />
    </>
  )
}

function CampaignSubtitle(props: {
  card: RankedCardRow
  campaign: RankedRow
  result: Result<RankedItem> | undefined
  total: number
  metric: Metric
  view: HomeView
}) {
  const { figures } = props.view
  const { campaign, total, metric } = props
  const written = metric === 'amount' ? figures.usd(total, 0) : figures.count(total)
  const hrefOf = useRowHrefs(props.card, props.result, null, props.view.linked)
  // The list of a campaign has its unknown countries too.
  const href = props.view.excludeUnknown ? null : hrefOf(campaign)
  const whole = (
    <>
      <MaskableText text={written} /> in total
    </>
  )
  return (
    <>
      By country ·{' '}
      {href === null ? (
        whole
      ) : (
        <Link
          href={href}
          className={linkStyle}
          aria-label={`Show the purchases of ${rowName(campaign)}`}
        >
          {whole}
        </Link>
      )}
    </>
  )
}
