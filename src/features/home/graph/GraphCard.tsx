import { ChartColumn, ChartPie, Inbox } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useFeature } from '#src/api/features.ts'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import type { Metric, Sums } from '#src/domain/money/ranked-rows.ts'
import { csvName } from '#src/domain/text/csv.ts'
import { graphCsv, pieCsv } from '#src/features/home/cards/card-csv.ts'
import type { GraphCardRow } from '#src/features/home/cards/cards.ts'
import { CardShell, metricOptions } from '#src/features/home/cards/CardShell.tsx'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import type { Result } from '#src/features/home/cards/queries.ts'
import { useComparedResult, worseOf } from '#src/features/home/cards/use-result.ts'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { CHART_COLOURS } from '#src/ui/charts/chart-colours.ts'
import { DataTable } from '#src/ui/charts/DataTable.tsx'
import { IconToggle } from '#src/ui/controls/Segmented.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { chartDrawn, useAfter } from '#src/ui/loading-order.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import { useIsMobile, useIsTablet } from '#src/ui/use-media.ts'
import { BarGraph, PlaceholderBars } from './BarGraph.tsx'
import { sumOf, toGraphSeries, graphTable } from './graph-series.ts'
import type { GraphItem } from './graph-series.ts'
import { SummaryLine, SummaryPlaceholder } from './SummaryLine.tsx'

type ChartKind = 'bar' | 'pie'

const CHART_KINDS = [
  { value: 'bar', label: 'Bar chart', icon: ChartColumn },
  { value: 'pie', label: 'Pie chart', icon: ChartPie },
] as const

// Bars are the default: the ring loads on demand.
const PieGraph = lazyPart(() => import('./PieGraph.tsx'), 'PieGraph')

/** Chart heights in px: the first card, the other cards, and the first card on a phone. */
const HERO_HEIGHT = 256
const HEIGHT = 148
const MOBILE_HERO_HEIGHT = 200

/** Transactions, Referrals or Registrations: a summary line above bars or a ring. */
export function GraphCard({ card, view }: { card: GraphCardRow; view: HomeView }) {
  const [chosenMetric, setMetric] = useState<Metric>(card.options[0]?.metric ?? 'count')
  const [bandTool, setBandTool] = useState<HTMLElement | null>(null)
  const [chosenKind, setKind] = useState<ChartKind>('bar')
  // The switches answer first.
  const metric = useDeferredValue(chosenMetric)
  const kind = useDeferredValue(chosenKind)
  const isMobile = useIsMobile()
  // On a tablet this card is beside the taller conversions card.
  const isTall = useIsTablet() && card.columns.tablet === 6
  const records = useComparedResult(card.records, view)
  const summary = useComparedResult(card.summary, view)
  const state = worseOf(records.state, summary.state)
  const desktopHeight = card.isHero || isTall ? HERO_HEIGHT : HEIGHT
  const height = card.isHero && isMobile ? MOBILE_HERO_HEIGHT : desktopHeight
  const series = useSeries(records.result, metric)
  const previous = useSeries(records.before, metric)
  const slices = useSlices(summary.result, metric, view.colours)
  const option = card.options.find((one) => one.metric === metric)
  const column = option?.label ?? card.title
  const isMoney = metric === 'amount'
  const table = useMemo(
    () => series && graphTable(series, view.figures, isMoney),
    [series, view.figures, isMoney],
  )
  const isEmpty = summary.result !== undefined && sumOf(summary.result.items, 'count') === 0

  const hasNoChart = card.isHero && (isEmpty || state.is === 'failed' || state.is === 'notCached')
  useEffect(() => {
    if (hasNoChart) chartDrawn()
  }, [hasNoChart])

  const download = () => {
    if (!series) return
    const { range, zone } = series.resolvedQuery
    const text =
      kind === 'pie' && slices !== null ? pieCsv(slices, column) : graphCsv(series, column)
    downloadCsv(csvName(`${card.id}-${metric}`, range, zone), text)
  }

  return (
    <CardShell
      title={card.title}
      name={card.title}
      subtitle={
        card.isHero && card.isFinance ? (
          <LeadSubtitle text={card.subtitle} view={view} />
        ) : (
          card.subtitle
        )
      }
      state={state}
      isBusy={records.isFetching || summary.isFetching}
      minHeight={height + (card.isHero ? 68 : 60)}
      privacy={view.privacy}
      onDownload={series && download}
      options={metricOptions({ card, metric: chosenMetric, isMobile, onChange: setMetric })}
      tools={
        <>
          <IconToggle
            label="Chart type"
            options={CHART_KINDS}
            value={chosenKind}
            onChange={setKind}
          />
          {card.isHero && <span ref={setBandTool} style={{ display: 'contents' }} />}
        </>
      }
      placeholder={
        <>
          <SummaryPlaceholder isHero={card.isHero} />
          <PlaceholderBars height={height} />
        </>
      }
    >
      {() =>
        series &&
        table &&
        summary.result && (
          <>
            <SummaryLine
              card={card}
              metric={metric}
              summary={summary.result}
              previous={summary.before}
              view={view}
            />
            {isEmpty && (
              <EmptyState
                icon={Inbox}
                title={`No ${card.noun} in this period`}
                text={view.emptyHint}
              />
            )}
            {!isEmpty && kind === 'bar' && (
              <BarGraph
                name={card.title}
                series={series}
                previous={view.isCompared ? previous : null}
                isMoney={isMoney}
                isHero={card.isHero}
                height={height}
                view={view}
                bandTool={bandTool}
              />
            )}
            {!isEmpty && kind === 'pie' && (
              <Suspense fallback={<div style={{ height: height + 16 }} />}>
                <PieGraph
                  name={card.title}
                  slices={slices}
                  isMoney={isMoney}
                  isHero={card.isHero && !isMobile}
                  isMobile={isMobile}
                  height={height}
                  column={column}
                  view={view}
                />
              </Suspense>
            )}
            {/* A new key per mode removes the unmasked figures from the page at once. */}
            <DataTable
              key={view.privacy ? 'masked' : 'plain'}
              name={`${card.title} data`}
              {...table}
            />
          </>
        )
      }
    </CardShell>
  )
}

/** The subtitle, with the way to the same projects by their own age where there is something to compare. */
function LeadSubtitle({ text, view }: { text: string; view: HomeView }) {
  const hasLaunches = useFeature('campaigns', useAfter('shown'))
  return (
    <>
      <span>{text}</span>
      {hasLaunches && view.selection.projects.length > 1 && (
        <>
          {' · '}
          <Link href={`/launch-comparison${location.search}`} className={linkStyle}>
            Launch comparison
          </Link>
        </>
      )}
    </>
  )
}

function useSeries(result: Result<GraphItem> | undefined, metric: Metric) {
  return useMemo(
    () => (result ? toGraphSeries(result.resolvedQuery, result.items, metric) : null),
    [result, metric],
  )
}

function useSlices(
  result: Result<Sums> | undefined,
  metric: Metric,
  colours: ReadonlyMap<string, string>,
) {
  return useMemo(
    () =>
      (result?.resolvedQuery.projects ?? []).map((project) => ({
        name: project,
        value: sumOf(result?.items.filter((item) => item.project === project) ?? [], metric),
        colour: colours.get(project) ?? CHART_COLOURS.label,
        isHatched: hasRepeatedColour(colours, project),
      })),
    [result, metric, colours],
  )
}
