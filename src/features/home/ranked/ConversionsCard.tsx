import { useMemo } from 'react'
import { csvName } from '#src/domain/text/csv.ts'
import { conversionsCsv, conversionSums } from '#src/features/home/cards/card-csv.ts'
import type { ConversionsCardRow } from '#src/features/home/cards/cards.ts'
import { CardShell } from '#src/features/home/cards/CardShell.tsx'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { useResult } from '#src/features/home/cards/use-result.ts'
import { ringOption } from '#src/features/home/graph/ring-option.ts'
import { CHART_COLOURS } from '#src/ui/charts/chart-colours.ts'
import { Chart } from '#src/ui/charts/Chart.tsx'
import { DataTable } from '#src/ui/charts/DataTable.tsx'
import { useIsDrawn } from '#src/ui/charts/use-first-draw.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const RingBox = styled('div')`
  display: grid;
  flex: 1;
  place-items: center;
  padding: 16px 0;
`
const Ring = styled('div')`
  position: relative;
  width: 192px;
  height: 192px;
`
const Track = styled('i')`
  display: block;
  width: 100%;
  height: 100%;
  border: 16px solid var(--chart-placeholder);
  border-radius: 50%;
`
const Middle = styled('div')`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  pointer-events: none;
`
const Swatch = styled('i')`
  width: 8px;
  height: 8px;
  border-radius: 2px;
  forced-color-adjust: none;
`
const Counts = styled('dl')`
  & > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    height: 32px;
    border-top: 1px solid var(--line);
  }
  & dt {
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--text-2);
  }
  & dd {
    display: flex;
    align-items: center;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }
  ${MOBILE} {
    & > div {
      height: 44px;
    }
  }
`

const SIZE = 192
const STROKE = 16
const GAP = 3
const LABELS = [
  ['Converted', CHART_COLOURS.ink],
  ['Unconverted', CHART_COLOURS.rest],
  ['Total', null],
] as const
const COUNT_OF = { Converted: 'converted', Unconverted: 'unconverted', Total: 'total' } as const
/** Replaces the subtitle, so that the switch does not move the layout. */
const NOT_COMPARED = 'Not compared: earlier wallets had longer to buy'
/** The ring with its padding, and three rows of counts, in px. */
const MIN_HEIGHT = SIZE + 32 + 96

/**
 * The share of registrations who have made a purchase. It is never compared with the previous
 * period: the server counts purchases up to now, and wallets that registered earlier have had more
 * time to buy. A change would show the age of the wallets.
 */
export function ConversionsCard(props: { card: ConversionsCardRow; view: HomeView }) {
  const { card, view } = props
  const { result, state, isFetching } = useResult(card.items, view)
  const sums = useMemo(() => result && conversionSums(result.items), [result])
  const download = () => {
    if (!result) return
    const { range, zone } = result.resolvedQuery
    downloadCsv(csvName(card.id, range, zone), conversionsCsv(result.items))
  }
  return (
    <CardShell
      title={card.title}
      name={card.title}
      subtitle={view.isCompared ? NOT_COMPARED : card.subtitle}
      state={state}
      isBusy={isFetching}
      minHeight={MIN_HEIGHT}
      privacy={view.privacy}
      onDownload={result ? download : null}
      placeholder={<Placeholder />}
    >
      {() => sums && <ConversionRing sums={sums} name={card.title} view={view} />}
    </CardShell>
  )
}

type Sums = ReturnType<typeof conversionSums>

function ConversionRing(props: { sums: Sums; name: string; view: HomeView }) {
  const { sums, view } = props
  const { figures, privacy } = view
  const isDrawn = useIsDrawn()
  const option = useMemo(
    () =>
      ringOption({
        // A masked ring is a plain track: its segments would show the rate.
        slices: privacy
          ? []
          : [
              { name: 'Converted', value: sums.converted, colour: CHART_COLOURS.ink },
              { name: 'Unconverted', value: sums.unconverted, colour: CHART_COLOURS.rest },
            ],
        size: SIZE,
        stroke: STROKE,
        gap: GAP,
      }),
    [sums, privacy],
  )
  const rows = LABELS.map(([label, colour]) => ({ label, colour, count: sums[COUNT_OF[label]] }))
  const table = useMemo(
    () => ({
      columns: ['Label', 'Value', 'Share'],
      makeRows: () =>
        LABELS.map(([label]) => {
          const count = sums[COUNT_OF[label]]
          return [label, figures.count(count), figures.share(count, sums.total)]
        }),
    }),
    [sums, figures],
  )
  return (
    <>
      <RingBox>
        <Ring>
          <Chart
            option={option}
            label="Conversions ring"
            height={SIZE}
            isMasked={privacy}
            isStill={isDrawn}
          />
          <Middle>
            <Figure text={figures.percent(sums.rate)} size="figure" />
            <span className="small t3">converted</span>
          </Middle>
        </Ring>
      </RingBox>
      <Counts>
        {rows.map(({ label, count, colour }) => (
          <div key={label}>
            <dt>
              {colour !== null && <Swatch className="paint" style={{ background: colour }} />}
              {label}
            </dt>
            <dd>
              <MaskableText text={figures.count(count)} />
            </dd>
          </div>
        ))}
      </Counts>
      <DataTable key={privacy ? 'masked' : 'plain'} name={`${props.name} data`} {...table} />
    </>
  )
}

function Placeholder() {
  return (
    <>
      <RingBox>
        <Ring>
          <Track />
          <Middle>
            <Skeleton width={72} height={24} />
          </Middle>
        </Ring>
      </RingBox>
      <Counts>
        {LABELS.map(([label, colour]) => (
          <div key={label}>
            <dt>
              {colour !== null && <Swatch style={{ background: colour }} />}
              {label}
            </dt>
            <dd>
              <Skeleton width={48} />
            </dd>
          </div>
        ))}
      </Counts>
    </>
  )
}
