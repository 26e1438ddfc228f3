import { sql, type RawBuilder } from 'kysely'

/** What a wallet is owed: more than nothing, exact decimal strings. */
export interface OwedRow {
  wallet_address: string
  purchased: string
  bonus: string
  credited: string
  tokens: string
}

const total = (table: string) =>
  sql.raw(`${table}.purchased_tokens + ${table}.bonus_tokens + ${table}.credited_tokens`)

/**
 * `with heirs as (…)`: the successors of a project's wallets with what these have. There are few; a
 * successor may be an address that has bought nothing, so it need not be a wallet.
 */
export const withHeirs = (projectId: string): RawBuilder<unknown> => sql`
  with heirs as materialized (
    select successor as wallet_address, sum(purchased_tokens) as purchased,
      sum(bonus_tokens) as bonus, sum(credited_tokens) as credited
    from wallets where project_id = ${projectId} and successor is not null group by successor)`

/**
 * What wallets that are no heirs are owed, from `heirs`: the rows of an index, in its order.
 * @param rest another condition on the wallet `w`, starting with `and`, and the order of the rows
 */
export const owedByThemselves = (
  projectId: string,
  rest = sql``,
): RawBuilder<OwedRow> => sql<OwedRow>`
  select w.wallet_address, w.purchased_tokens as purchased, w.bonus_tokens as bonus,
    w.credited_tokens as credited, ${total('w')} as tokens
  from wallets as w
  where w.project_id = ${projectId} and w.successor is null and ${total('w')} > 0
    and w.wallet_address not in (select h.wallet_address from heirs as h) ${rest}`

/** What heirs are owed, with what they have themselves. */
export const owedToHeirs = (projectId: string): RawBuilder<OwedRow> => sql<OwedRow>`
  select h.wallet_address, h.purchased + coalesce(w.purchased_tokens, 0) as purchased,
    h.bonus + coalesce(w.bonus_tokens, 0) as bonus,
    h.credited + coalesce(w.credited_tokens, 0) as credited,
    h.purchased + h.bonus + h.credited + coalesce(${total('w')}, 0) as tokens
  from heirs as h
  left join wallets as w on w.project_id = ${projectId} and w.wallet_address = h.wallet_address
  where h.purchased + h.bonus + h.credited + coalesce(${total('w')}, 0) > 0`
