import { formatCount } from '#src/domain/money/money.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { fileNamePart } from '#src/domain/text/csv.ts'
import { mask } from '#src/domain/text/mask.ts'
import { pluralize } from '#src/domain/text/text.ts'
import type { ListHeadDefinition } from '#src/records/record-definition.ts'
import type { Total } from '#src/wire/paging.ts'

/** A part of a list's total: as it shows, and with all digits for a tooltip. */
export interface TotalPart {
  key: 'rows' | 'usd' | 'tokens'
  figure: string
  unit: string
  exact: string
}

/**
 * "1,204 purchases", "$60,400.00", "9,000.00 AURA". Sums are rounded to two places, half away from
 * zero. Tokens of several projects are just "tokens".
 */
export function totalParts(
  head: ListHeadDefinition,
  total: Total,
  projects: readonly string[],
  isMasked: boolean,
): readonly TotalPart[] {
  const [only] = projects
  const tokenUnit = projects.length === 1 && only !== undefined ? only : 'tokens'
  const sums = head.sums.flatMap((key): TotalPart[] => {
    const exact = total[key]
    if (exact === null) return []
    const text = `${key === 'usd' ? '$' : ''}${formatDecimal(exact, 2, 2)}`
    const unit = key === 'usd' ? (head.usdSuffix ?? '') : tokenUnit
    return [{ key, figure: isMasked ? mask('amount') : text, unit, exact }]
  })
  const noun = pluralize(total.rows, head.noun).replace(/^\S+ /, '')
  const count = isMasked ? mask('count') : formatCount(total.rows)
  return [{ key: 'rows', figure: count, unit: noun, exact: String(total.rows) }, ...sums]
}

/**
 * "transactions-AURA-2026-11-28.csv": the list, its projects if they are few, and the day.
 * @param day "YYYY-MM-DD"
 */
export function fileNameOf(name: string, projects: readonly string[], day: string): string {
  const whose = projects.length > 3 ? `${projects.length}-projects` : projects.join('-')
  return `${name}-${fileNamePart(whose)}-${day}.csv`
}
