import { Inbox } from 'lucide-react'
import { useMemo } from 'react'
import { sumUsd } from '#src/domain/money/money.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { describeBucket } from '#src/domain/time/buckets.ts'
import { Card } from '#src/ui/Card.tsx'
import { AXIS_WIDTH, DATES_HEIGHT } from '#src/ui/charts/chart-axes.ts'
import { DataTable } from '#src/ui/charts/DataTable.tsx'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'
import { codeDayBars, codeDaysCsv, codeDaysTable, toCodeDays, type CodeDays } from './code-days.ts'
import { beginning, type PageTimes } from './code-windows.ts'
import { DownloadButton } from './DownloadButton.tsx'

/** Of the chart, in px. */
const HEIGHT = 200
const MOBILE_HEIGHT = 160

const Legend = styled('ul')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
  & > li {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  & .trunc {
    max-width: 240px;
  }
`
const ValidMark = styled('i')`
  width: 8px;
  height: 8px;
  background: var(--chart-band);
  border-top: 2px solid var(--text-2);
`
const Valid = styled('i')`
  position: absolute;
  top: 0;
  bottom: ${DATES_HEIGHT}px;
  border-top: 2px solid var(--text-2);
  border-radius: 2px 2px 0 0;
  background: var(--chart-band);
  pointer-events: none;
`
const Empty = styled('div')`
  display: flex;
  min-height: ${HEIGHT}px;
  ${MOBILE} {
    min-height: ${MOBILE_HEIGHT}px;
  }
`

/** The sales of each day, with the code and all others, and when the code was valid. */
export function CodeGraph(props: {
  effect: CodeEffect
  colour: string
  figures: FigureFormat
  times: PageTimes
  zone: string
}) {
  const { effect, figures, times, zone } = props
  const { code } = effect
  const isMobile = useIsMobile()
  const days = useMemo(() => toCodeDays(effect, times.dataAt, zone), [effect, times.dataAt, zone])
  const table = useMemo(
    () => codeDaysTable(days, code.project_id, figures),
    [days, code.project_id, figures],
  )
  const hasSales = days.totals.some((total) => total > 0)
  return (
    <Card
      title="Per day"
      options={
        <Legend aria-label="Colours">
          <li>
            <ProjectDot colour={props.colour} isHatched={false} />
            With the code
          </li>
          <li>
            <ProjectDot colour="var(--chart-rest)" isHatched={false} />
            <span className="trunc">Other sales{isMobile ? '' : ` of ${code.project_id}`}</span>
          </li>
          {!isMobile && (
            <li>
              <ValidMark aria-hidden className="paint" />
              Valid
            </li>
          )}
        </Legend>
      }
      tools={
        <DownloadButton
          name={`${code.code}-per-day`}
          isMasked={figures.isMasked}
          makeCsv={() => codeDaysCsv(days, code.project_id)}
        />
      }
    >
      {hasSales ? (
        <DayBars {...props} days={days} height={isMobile ? MOBILE_HEIGHT : HEIGHT} />
      ) : (
        <Empty>
          <EmptyState
            icon={Inbox}
            title={days.valid === null ? beginning(effect, times.asOf) : 'No sales in these days'}
          />
        </Empty>
      )}
      {/* A new key per mode removes the unmasked figures from the page at once. */}
      <DataTable key={figures.isMasked ? 'masked' : 'plain'} name="Per day data" {...table} />
    </Card>
  )
}

function DayBars(props: {
  effect: CodeEffect
  days: CodeDays
  colour: string
  figures: FigureFormat
  height: number
}) {
  const { days, colour, figures, height } = props
  const { valid } = days
  const bars = useMemo(() => codeDayBars(days, colour), [days, colour])
  return (
    <StackedBars
      bars={bars}
      label="Sales per day, with the code and others"
      height={height}
      privacy={figures.isMasked}
      renderLayer={({ width, slot }) =>
        width > 0 &&
        valid !== null && (
          <Valid
            className="paint"
            style={{
              left: AXIS_WIDTH + valid.from * slot,
              width: Math.max(2, (valid.to - valid.from) * slot),
            }}
          />
        )
      }
      tooltip={(index) => dayTooltip(index, props)}
    />
  )
}

function dayTooltip(
  index: number,
  { effect, days, colour, figures }: Parameters<typeof DayBars>[0],
) {
  const [mine = 0, rest = 0] = [days.withCode[index], days.others[index]]
  const total = sumUsd([mine, rest])
  const row = (key: string, label: string, value: number, of: string) => ({
    key,
    label,
    colour: of,
    value: figures.usd(value),
    share: figures.share(value, total),
  })
  return {
    title: describeBucket(days.starts[index] ?? 0, 'day', days.zone),
    titleEnd: '% of total',
    rows: [
      row('with', 'With the code', mine, colour),
      row('others', `Other sales of ${effect.code.project_id}`, rest, 'var(--chart-rest)'),
    ],
    total: { value: figures.usd(total), share: figures.share(total, total) },
  }
}
