import { stageState } from '#src/domain/sale/stage-facts.ts'
import { fileNamePart, toCsv } from '#src/domain/text/csv.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import type { StageFigures, UnplannedFigures } from '#src/wire/stages.ts'
import type { StageView } from './stage-view.ts'

const COLUMNS = [
  'Stage',
  'Also named',
  'State',
  'Price USD',
  'Average price USD',
  'Supply',
  'Sold',
  'Left',
  'Oversold',
  'Share sold',
  'Raised USD',
  'Purchases',
  'Buyers',
  'Starts (UTC)',
  'Ends (UTC)',
  'First purchase (UTC)',
  'Last purchase (UTC)',
  'Sold out (UTC)',
  'Purchases off price',
  'USD off price',
  'Purchases before it began',
  'Purchases after it ended',
  'Sold out earliest',
  'Sold out likely',
  'Sold out latest',
] as const

/** All stages in the order of the sale, then the names that the plan lacks; amounts are exact. */
export function stagesCsv({ summary, text }: StageView): string {
  const row = (stage: StageFigures) => {
    const { outside, off_price: off, forecast } = stage
    const days = 'likely' in forecast ? forecast : { earliest: null, likely: null, latest: null }
    const state = stageState(stage, summary.current, text.now)
    return [
      stage.name,
      stage.also.join('; '),
      state === null ? '' : state.replace('_', ' '),
      stage.price_usd,
      stage.average_price,
      stage.supply,
      stage.sold,
      stage.left,
      stage.oversold,
      stage.sold_share,
      stage.amount,
      stage.purchases,
      stage.buyers,
      stage.starts_at,
      stage.ends_at,
      stage.first_at,
      stage.last_at,
      stage.sold_out_at,
      off.purchases,
      off.amount,
      outside.before,
      outside.after,
      days.earliest,
      days.likely,
      days.latest,
    ]
  }
  return toCsv([COLUMNS, ...summary.stages.map(row), ...summary.unplanned.map(unplannedRow)])
}

function unplannedRow(name: UnplannedFigures) {
  const cells = new Map<(typeof COLUMNS)[number], string | number | null>([
    ['Stage', name.name],
    ['State', 'not in the plan'],
    ['Average price USD', name.average_price],
    ['Sold', name.sold],
    ['Raised USD', name.amount],
    ['Purchases', name.purchases],
    ['Buyers', name.buyers],
    ['First purchase (UTC)', name.first_at],
    ['Last purchase (UTC)', name.last_at],
  ])
  return COLUMNS.map((column) => cells.get(column) ?? null)
}

/** "stages-AURA-2026-11-20.csv", by the day of the figures. */
export const stagesCsvName = ({ projectId, text }: StageView) =>
  `stages-${fileNamePart(projectId)}-${localDate(text.now, text.zone)}.csv`
