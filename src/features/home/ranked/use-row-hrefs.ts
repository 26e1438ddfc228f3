import { useMemo } from 'react'
import { useFeature } from '#src/api/features.ts'
import type { RankedItem, RankedRow } from '#src/domain/money/ranked-rows.ts'
import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import type { Result } from '#src/features/home/cards/queries.ts'
import { purchasesHref } from '#src/records/purchases-href.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import type { LinkedFilters } from '#src/state/use-linked-filters.ts'
import { rowValues } from './row-purchases.ts'

/** The address of the purchases that a row sums; null for a row that leads nowhere. */
export type HrefOf = (row: RankedRow) => string | null

const NOWHERE: HrefOf = () => null

/**
 * Where the rows of a ranked card lead. In privacy mode nowhere if their names are masked, because the
 * address names them.
 * @param campaignKey of the campaign whose countries the rows are
 */
export function useRowHrefs(
  card: RankedCardRow,
  result: Result<RankedItem> | undefined,
  campaignKey: string | null,
  linked: LinkedFilters,
): HrefOf {
  const isKnown = useFeature('exports')
  const isHidden = usePrivacy() && card.rowKind !== 'deposits'
  return useMemo(() => {
    if (!result || !isKnown || isHidden) return NOWHERE
    const { range } = result.resolvedQuery
    const valuesOf = rowValues(card, result.items, campaignKey)
    return (row) => {
      const values = row.count === 0 ? null : valuesOf(row)
      return (
        values &&
        purchasesHref({ projects: 'selected', range, status: 'completed', values }, linked)
      )
    }
  }, [card, result, campaignKey, isKnown, isHidden, linked])
}
