import { useMemo } from 'react'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { toRankedRows, totalOf, totalRow } from '#src/domain/money/ranked-rows.ts'
import type { RankedItem, RankedRow } from '#src/domain/money/ranked-rows.ts'
import { countriesOf, RANKED_RULES } from '#src/domain/money/ranked-rules.ts'
import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import type { Result } from '#src/features/home/cards/queries.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { fullBar } from './ranked-option.ts'
import { cardHeight } from './RankedPlaceholder.tsx'

interface RankedInput {
  card: RankedCardRow
  result: Result<RankedItem> | undefined
  before: Result<RankedItem> | undefined
  metric: Metric
  /** The open campaign, which is broken down by country. */
  campaign: RankedRow | null
  view: HomeView
}

/** The rows of a ranked card for its results: all labels, or the countries of one campaign. */
export function useRankedRows({ card, result, before, metric, campaign, view }: RankedInput) {
  const { excludeUnknown, isCompared } = view
  const isMobile = useIsMobile()
  const items = result?.items
  const itemsBefore = before?.items
  const campaignKey = campaign?.key ?? null
  const isDeposits = card.rowKind === 'deposits'

  const all = useMemo(
    () => toRankedRows(items ?? [], RANKED_RULES[card.rule], metric, excludeUnknown),
    [items, card, metric, excludeUnknown],
  )
  const hasCampaign = campaignKey !== null && all.some((row) => row.key === campaignKey)

  const own = useMemo(() => {
    if (campaignKey === null || !hasCampaign) return all
    return countriesOf(items ?? [], card, campaignKey, metric, excludeUnknown)
  }, [all, items, card, campaignKey, hasCampaign, metric, excludeUnknown])
  const rows = useMemo(
    () => (isDeposits && own.length > 0 ? [totalRow(own), ...own] : own),
    [own, isDeposits],
  )

  const previous = useMemo(() => {
    if (!isCompared || !itemsBefore) return null
    const list =
      campaignKey !== null && hasCampaign
        ? countriesOf(itemsBefore, card, campaignKey, metric, excludeUnknown)
        : toRankedRows(itemsBefore, RANKED_RULES[card.rule], metric, excludeUnknown)
    const withTotal = isDeposits ? [totalRow(list), ...list] : list
    return new Map(withTotal.map((row) => [row.key, row]))
  }, [itemsBefore, isCompared, card, campaignKey, hasCampaign, metric, excludeUnknown, isDeposits])

  const full = useMemo(() => fullBar(rows, metric, previous), [rows, metric, previous])

  const slots = isDeposits ? 4 : card.pageSize
  return {
    /** All rows; in Deposits the first one is the total. */
    rows,
    /** The rows without the total. */
    own,
    total: totalOf(own, metric),
    previous,
    full,
    hasCampaign,
    /** Height of the rows, the line below them and the pager, in px. */
    minHeight: cardHeight(card.rowKind, slots, isMobile),
  }
}
