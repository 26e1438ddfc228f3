import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { pageWindow, type PageRequest } from '#server/db/records/list-page.ts'
import { countNotes, whereNoted } from '#server/db/records/note-counts.ts'
import type { ChainPaymentsTable } from '#server/db/schema/schema-chains.ts'
import type { ChainPaymentState } from '#src/wire/chain-payments.ts'
import type { ScannedChain } from './jobs.ts'

export type FoundPayment = Insertable<ChainPaymentsTable>

/** A purchase that names a hash. */
export interface NamedHash {
  hash: string
  transaction_id: number
  /** Where the hash was found. */
  block: number
  /** Whether its proof lacks this block, so that it is to be checked. */
  is_news: boolean
}

/**
 * The purchases of projects with chains that name one of these hashes.
 * @param found hashes in lower case, and the blocks in which they were found
 */
export async function findNamedHashes(
  db: Db,
  found: ReadonlyMap<string, number>,
): Promise<NamedHash[]> {
  const { rows } = await sql<NamedHash>`
    select f.hash, f.block, t.id as transaction_id,
      coalesce(t.proof_state <> 'proven' and p.block is distinct from f.block, false) as is_news
    from unnest(${[...found.keys()]}::text[], ${[...found.values()]}::bigint[]) as f (hash, block)
    cross join (select distinct project_id from chains) as c
    join transactions t on t.project_id = c.project_id and t.transaction_hash = f.hash
    left join proofs p on p.transaction_id = t.id`.execute(db)
  return rows
}

/** Has these purchases checked now, except those that were checked since they were read. */
export async function setPurchasesDue(
  tx: Tx,
  named: readonly NamedHash[],
  now: Date,
): Promise<void> {
  const news = named.filter(({ is_news }) => is_news)
  if (news.length === 0) return
  await sql`
    update proofs p set due_at = ${now}
    from unnest(${news.map((row) => row.transaction_id)}::bigint[],
        ${news.map(({ block }) => block)}::bigint[]) as n (id, block)
      join transactions t on t.id = n.id
    where p.transaction_id = n.id and (p.due_at is null or p.due_at > ${now})
      and t.proof_state <> 'proven' and p.block is distinct from n.block`.execute(tx)
}

/** Matches open payments with the purchases that name their hashes. */
export async function matchPayments(tx: Tx, named: readonly NamedHash[]): Promise<void> {
  if (named.length === 0) return
  await sql`
    update chain_payments p
      set state = case state when 'open' then 'matched' else state end, transaction_id = n.id
      from unnest(${named.map(({ hash }) => hash)}::text[],
        ${named.map((row) => row.transaction_id)}::bigint[]) as n (hash, id)
      where p.transaction_hash = n.hash and p.transaction_id is null`.execute(tx)
}

const INSERTED_ROWS = 1000

/**
 * Adds payments. One that was added before gets its present place on the chain, and keeps its state.
 * @returns their ids
 */
export async function putPayments(tx: Tx, payments: readonly FoundPayment[]): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < payments.length; start += INSERTED_ROWS) {
    const rows = await tx
      .insertInto('chain_payments')
      .values(payments.slice(start, start + INSERTED_ROWS))
      .onConflict((conflict) =>
        conflict
          .columns([
            'project_id',
            'chain_id',
            'transaction_hash',
            'token',
            'payer',
            'receiver',
            'amount',
            'place',
          ])
          .doUpdateSet(({ ref }) => ({
            block: ref('excluded.block'),
            log_index: ref('excluded.log_index'),
            at: ref('excluded.at'),
          })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** The times of blocks with payments of a chain; both bounds are included. */
export async function listPaymentTimes(
  db: Db,
  { project_id, chain_id }: Pick<ScannedChain, 'project_id' | 'chain_id'>,
  { from, to }: { from: number; to: number },
): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('chain_payments')
    .select(['block', 'at'])
    .where('project_id', '=', project_id)
    .where('chain_id', '=', chain_id)
    .where('state', '=', 'open')
    .where('block', '>=', from)
    .where('block', '<=', to)
    .execute()
  return new Map(rows.map(({ block, at }) => [block, at]))
}

/**
 * Deletes open payments that the chain no longer has.
 * @param from the first block; `to` the last one, or null for all that follow
 * @param kept ids of those that it has
 */
export async function deletePayments(
  tx: Tx,
  { project_id, chain_id }: Pick<ScannedChain, 'project_id' | 'chain_id'>,
  { from, to }: { from: number; to: number | null },
  kept: readonly number[] = [],
): Promise<void> {
  await sql`
    delete from chain_payments
    where project_id = ${project_id} and chain_id = ${chain_id} and state = 'open'
      and block >= ${from} and (${to}::bigint is null or block <= ${to})
      and id <> all(${[...kept]}::bigint[])`.execute(tx)
}

export interface ChainPaymentRow extends Omit<Selectable<ChainPaymentsTable>, 'place'> {
  chain_name: string | null
  explorer_url: string | null
  notes: number
}

// The purchase that names the hash may be of another project, which the reader may not see.
const READ = sql`
  select p.id, p.project_id, p.chain_id, p.transaction_hash, p.log_index, p.block, p.at, p.payer,
    p.receiver, p.token, p.amount, p.state, p.dismissed_at, p.dismissed_by, p.dismissed_reason,
    t.id as transaction_id, c.name as chain_name, c.explorer_url,
    ${countNotes('payment', 'p')} as notes
  from chain_payments p
  left join transactions t on t.id = p.transaction_id and t.project_id = p.project_id
  left join chains c on c.project_id = p.project_id and c.chain_id = p.chain_id
    and c.disconnected_at is null`

/** One page of the projects' payments in a state, newest first. */
export async function listPayments(
  db: Db,
  projects: readonly string[],
  state: ChainPaymentState,
  page: PageRequest,
  noted?: '1',
): Promise<ChainPaymentRow[]> {
  if (projects.length === 0) return []
  const last = page.page * page.limit
  // A branch for each project is read along the index and stops at the page.
  const keys = projects.map(
    (project) =>
      sql`(select id from chain_payments where project_id = ${project} and state = ${state}
        ${whereNoted(noted && 'payment', [project])} order by at desc, id desc limit ${last})`,
  )
  const { rows } = await sql<ChainPaymentRow>`
    ${READ} where p.id in (${sql.join(keys, sql` union all `)})
    order by p.at desc, p.id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export async function findPayment(db: Db, id: number): Promise<ChainPaymentRow | undefined> {
  const { rows } = await sql<ChainPaymentRow>`${READ} where p.id = ${id}`.execute(db)
  return rows[0]
}

/** The payment, locked until the transaction ends: a purchase that names it waits. */
export async function lockPayment(tx: Tx, id: number): Promise<ChainPaymentRow | undefined> {
  await sql`select from chain_payments where id = ${id} for update`.execute(tx)
  return findPayment(tx, id)
}

export async function dismissPayment(
  tx: Tx,
  id: number,
  by: { dismissed_at: Date; dismissed_by: string; dismissed_reason: string },
): Promise<void> {
  await tx
    .updateTable('chain_payments')
    .set({ ...by, state: 'dismissed' })
    .where('id', '=', id)
    .execute()
}

/** The payments of all pages. */
export interface PaymentTotals {
  /** When the chain that was read longest ago was read; null if one was not yet, or there is none. */
  scanned_at: Date | null
  counts: Record<ChainPaymentState, number>
  /** Of one state, by token: the most payments first. Exact decimals. */
  sums: { token: string; amount: string; payments: number }[]
}

export async function sumPayments(
  db: Db,
  projects: readonly string[],
  state: ChainPaymentState,
): Promise<PaymentTotals> {
  const own = sql`project_id = any(${[...projects]}::text[])`
  const [chains, counts, sums] = await Promise.all([
    sql<{ scanned_at: Date | null }>`
      select case when bool_and(checked_at is not null) then min(checked_at) end as scanned_at
      from chains where ${own} and disconnected_at is null`.execute(db),
    sql<{ state: ChainPaymentState; payments: number }>`
      select state, count(*) as payments from chain_payments where ${own} group by state`.execute(
      db,
    ),
    sql<PaymentTotals['sums'][number]>`
      select token, sum(amount) as amount, count(*) as payments from chain_payments
      where ${own} and state = ${state} group by token order by payments desc, token`.execute(db),
  ])
  const none = { open: 0, matched: 0, dismissed: 0 }
  return {
    scanned_at: chains.rows[0]?.scanned_at ?? null,
    counts: Object.assign(
      none,
      Object.fromEntries(counts.rows.map((row) => [row.state, row.payments])),
    ),
    sums: sums.rows,
  }
}
