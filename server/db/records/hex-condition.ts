import { sql, type RawBuilder } from 'kysely'
import { parseHexPart } from '#src/wire/hex-part.ts'

/** Whether a column has the address or hash that a search names: all of it, or a part. In any case. */
export function hexCondition(
  column: 'wallet_address' | 'transaction_hash',
  text: string,
): RawBuilder<unknown> {
  const part = parseHexPart(text)
  const name = sql.ref(column)
  if (!part) return sql`${name} = ${text.toLowerCase()}`
  const { start, end } = part
  // Every collation has the hexadecimal digits before g.
  const begins = sql`${name} >= ${start} and ${name} < ${`${start}g`}`
  return end === '' ? begins : sql`${begins} and right(${name}, ${end.length}) = ${end}`
}
