import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import { readRows } from '#server/db/rollups/snapshot.ts'
import { owedByThemselves, owedToHeirs, withHeirs } from './owed.ts'

/** What a project owes, as exact decimals; `purchased` + `bonus` + `credited` = `tokens`. */
export interface OwedSums {
  /** Those that are owed more than nothing. */
  wallets: number
  purchased: string
  bonus: string
  credited: string
  tokens: string
  /** What the largest wallets are owed. */
  top_10: string
  top_100: string
}

const HAS_TOKENS = sql`purchased_tokens + bonus_tokens + credited_tokens > 0`

/**
 * What a project owes now. A successor moves tokens between wallets, so the sums are those of
 * all wallets; only the number of wallets changes. One scan of the project's wallets: 0.3 s for a million.
 */
export async function sumOwed(db: Db, projectId: string): Promise<OwedSums> {
  const [sums] = await readRows(
    db,
    sql<OwedSums>`
      ${withHeirs(projectId)},
      sums as (
        select count(*) filter (where ${HAS_TOKENS}) as wallets,
          coalesce(sum(purchased_tokens), 0) as purchased, coalesce(sum(bonus_tokens), 0) as bonus,
          coalesce(sum(credited_tokens), 0) as credited
        from wallets where project_id = ${projectId}),
      largest as materialized (
        select tokens from (
          (${owedByThemselves(projectId, sql`order by tokens desc limit 100`)})
          union all
          (${owedToHeirs(projectId)})) as o
        order by tokens desc limit 100)
      select purchased, bonus, credited, purchased + bonus + credited as tokens,
        wallets - (
          select count(*) from wallets
          where project_id = ${projectId} and successor is not null and ${HAS_TOKENS}
        ) + (
          select count(*) from (${owedToHeirs(projectId)}) as h where not exists (
            select from wallets as w where w.project_id = ${projectId}
              and w.wallet_address = h.wallet_address and ${HAS_TOKENS})
        ) as wallets,
        (select coalesce(sum(tokens), 0) from (
          select tokens from largest order by tokens desc limit 10) as l) as top_10,
        (select coalesce(sum(tokens), 0) from largest) as top_100
      from sums`,
  )
  if (!sums) throw new Error('A query of sums has one row')
  return sums
}

/** What can still change what a project owes. */
export interface OpenSums {
  /** Pending and processing ones that are not voided, and their tokens where known. */
  purchases: number
  tokens: string
  /** Credits that wait for a second person. */
  approvals: number
  approval_tokens: string
  /** Of the newest purchase that counts. */
  last_purchase_at: Date | null
}

/** @param now requests that waited past their time have expired */
export async function sumOpen(db: Db, projectId: string, now: Date): Promise<OpenSums> {
  const [sums] = await readRows(
    db,
    sql<OpenSums>`
      select p.*, a.*,
        (select created_at from transactions
          where project_id = ${projectId} and ${whereCounted('')}
          order by created_at desc limit 1) as last_purchase_at
      from (
        select count(*) as purchases, coalesce(sum(tokens_bought), 0) as tokens from transactions
        where project_id = ${projectId} and status in ('pending', 'processing')
          and voided_at is null) as p
      cross join (
        select count(*) as approvals, coalesce(sum(tokens), 0) as approval_tokens from approvals
        where project_id = ${projectId} and kind = 'credit' and state = 'pending'
          and expires_at > ${now}) as a`,
  )
  if (!sums) throw new Error('A query of sums has one row')
  return sums
}
