import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { TimelineKind } from '#src/wire/wallet-details.ts'
import { WALLET_OVERRIDES } from '#src/wire/wallets.ts'
import { pageWindow, type PageRequest } from './list-page.ts'
import type { WalletKey } from './wallet-details.ts'

/** Where an entry stands in the timeline, and the record that it is about. */
export interface TimelinePlace {
  kind: TimelineKind
  at: Date
  /** Unique within its kind. */
  id: string
}

const OVERRIDES = sql.join(WALLET_OVERRIDES.map((field) => sql`(${sql.lit(field)})`))

/**
 * The rows of each kind, with the columns `at`, `number` and `id`. In one kind, rows of one time are
 * ordered by number; those without a number by id.
 */
const BRANCHES: Readonly<Record<TimelineKind, (wallet: WalletKey) => RawBuilder<unknown>>> = {
  purchase: ofWallet('transactions'),
  bonus: ofWallet('bonus_transactions'),
  payout: ofWallet('referral_payouts'),
  credit: ofWallet('manual_transactions'),
  override: ({ projectId, walletAddress }) => sql`
    select a.created_at as at, a.id as number, a.id || '-' || o.field as id
    from audit_log as a cross join (values ${OVERRIDES}) as o (field)
    where a.object_type = 'wallet' and a.object_id = ${walletAddress}
      and a.project_id = ${projectId} and a.action = 'wallet.update' and a.after ? o.field
      and (a.before ->> o.field)::numeric is distinct from (a.after ->> o.field)::numeric`,
  referral: ({ projectId, walletAddress }) => sql`
    select created_at as at, null::bigint as number, wallet_address as id from wallets
    where project_id = ${projectId} and referred_by = ${walletAddress}`,
  audit: ({ projectId, walletAddress }) => sql`
    select created_at as at, id as number, id::text as id from audit_log
    where object_type = 'wallet' and object_id = ${walletAddress}
      and project_id = ${projectId} and action <> 'wallet.update'
    union all
    select created_at as at, id as number, id::text as id from audit_log
    where project_id = ${projectId} and after ->> 'wallet_address' = ${walletAddress}
      and action in ('transaction.void', 'transaction.restore', 'manual_transaction.reverse')`,
  note: ofWallet('notes'),
}

function ofWallet(table: string) {
  return ({ projectId, walletAddress }: WalletKey) => sql`
    select created_at as at, id as number, id::text as id from ${sql.table(table)}
    where project_id = ${projectId} and wallet_address = ${walletAddress}`
}

/**
 * One page of what happened to a wallet, newest first. Each kind is a branch with its own order and
 * limit, as in `listPage`: it reads an index as far as the page needs.
 */
export async function listTimeline(
  db: Db,
  wallet: WalletKey,
  kinds: readonly TimelineKind[],
  page: PageRequest,
): Promise<TimelinePlace[]> {
  if (kinds.length === 0) return []
  const last = page.page * page.limit
  const branches = kinds.map(
    (kind) => sql`
      (select ${sql.lit(kind)}::text collate "C" as kind, at, number, id
      from (${BRANCHES[kind](wallet)}) as branch
      order by at desc, number desc, id desc limit ${last})`,
  )
  const { rows } = await sql<TimelinePlace>`
    select kind, at, id from (${sql.join(branches, sql` union all `)}) as entries
    order by at desc, kind, number desc, id desc ${pageWindow(page)}`.execute(db)
  return rows
}
