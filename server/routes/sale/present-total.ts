import type { ListTotal } from '#server/db/records/list-page.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { Total } from '#src/wire/paging.ts'

export const presentTotal = ({ rows, usd, tokens }: ListTotal): Total => ({
  rows,
  usd: usd === null ? null : trimDecimal(usd),
  tokens: tokens === null ? null : trimDecimal(tokens),
})
