import type { RankedCardRow } from './cards.ts'
import type { Metric } from './graph-series.ts'
import { toRankedRows } from './ranked-rows.ts'
import type { RankedItem, RankedRow } from './ranked-rows.ts'
import { byCampaignCountry, RANKED_RULES } from './ranked-rules.ts'

/** A campaign by country. With exclude unknown on, unknown countries leave it too. */
export function countriesOf(
  items: readonly RankedItem[],
  card: RankedCardRow,
  campaignKey: string,
  metric: Metric,
  excludeUnknown: boolean,
): RankedRow[] {
  const own = items.filter((item) => RANKED_RULES[card.rule].nameOf(item).key === campaignKey)
  return toRankedRows(own, byCampaignCountry, metric, excludeUnknown)
}
