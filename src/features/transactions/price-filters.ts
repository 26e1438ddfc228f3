import type { ListFilter } from '#src/records/record-definition.ts'
import { STAGE_TIMES } from '#src/wire/transactions.ts'

const OFF = 'off'
/** What the server compares a price with: earlier purchases, or the plan. */
const TO_QUERY: Readonly<Record<string, Record<string, string>>> = {
  unusual: { price: 'unusual' },
  [OFF]: { stage_price: OFF },
}

/**
 * Purchases at a price that few others have, or that their stage does not.
 * @param isPlanned a project has stages with prices
 */
export function priceFilter(isPlanned: boolean) {
  const unusual = { value: 'unusual', label: 'Unusual' }
  const off = { value: OFF, label: 'Off the stage’s price', param: 'stage_price' }
  return {
    name: 'price',
    label: 'Price',
    allLabel: 'Any price',
    isOne: true,
    options: isPlanned ? [unusual, off] : [unusual],
    accepts: (price) => price === unusual.value || (isPlanned && price === OFF),
    toQuery: ([price = '']) => TO_QUERY[price] ?? {},
  } satisfies ListFilter
}

const isTime = (value: string | undefined) => STAGE_TIMES.some((time) => time === value)

/** Purchases of planned stages that were made outside their planned time. */
export const STAGE_TIME_FILTER = {
  name: 'stage_time',
  label: 'Time of the stage',
  allLabel: 'Any time',
  isOne: true,
  options: [
    { value: 'before', label: 'Before it began' },
    { value: 'after', label: 'After it ended' },
  ],
  accepts: isTime,
  toQuery: ([time]) => ({ stage_time: time }),
} satisfies ListFilter

/** Whether a link chooses what only a plan can tell, whatever is known of the plans yet. */
export const choosesPlanned = (params: URLSearchParams): boolean =>
  params.get('stage_price') === OFF || isTime(params.get(STAGE_TIME_FILTER.name) ?? undefined)

/** Whether the list is one of prices. */
export const choosesPrice = (params: URLSearchParams): boolean =>
  params.get('stage_price') === OFF || params.get('price') === 'unusual'
