import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import { findUnmatchedPayments, findUnprovenPurchases } from './chain-findings.ts'
import { findEndingCodes } from './ending-codes.ts'
import { findFailing, findRefused } from './episodes.ts'
import type { Firing, Span, Watch } from './firing.ts'
import { findMilestones } from './milestones.ts'
import { findNewDevices } from './new-devices.ts'
import { findSilences } from './quiet.ts'
import {
  findEndingStages,
  findOversoldStages,
  findReachedCaps,
  findSoldStages,
} from './stage-findings.ts'

type Find = (db: Db, watch: Watch, span: Span, known?: readonly string[]) => Promise<Firing[]>

/** Conditions, which are evaluated in the background. */
const CONDITIONS = {
  milestone: findMilestones,
  quiet: findSilences,
  failing: findFailing,
  code_ending: findEndingCodes,
  ingest_refused: findRefused,
  purchase_unproven: findUnprovenPurchases,
  payment_unmatched: findUnmatchedPayments,
  stage_sold: findSoldStages,
  stage_oversold: findOversoldStages,
  cap_reached: findReachedCaps,
  stage_ends: findEndingStages,
} satisfies Record<string, Find>
export type ConditionKind = keyof typeof CONDITIONS

export const CONDITION_KINDS = [
  'milestone',
  'quiet',
  'failing',
  'code_ending',
  'ingest_refused',
  'purchase_unproven',
  'payment_unmatched',
  'stage_sold',
  'stage_oversold',
  'cap_reached',
  'stage_ends',
] as const satisfies readonly ConditionKind[]

/**
 * When a condition was met within `span`, oldest first. The preview, the evaluation in the background and
 * the tests use this one function, so they agree.
 * @param known keys of firings that need not be found again; they may still be
 */
export function findFirings(
  db: Db,
  watch: Watch & { kind: ConditionKind },
  span: Span,
  known: readonly string[] = [],
): Promise<Firing[]> {
  if (watch.projects.length === 0 || span.from >= span.to) return Promise.resolve([])
  return CONDITIONS[watch.kind](db, watch, span, known)
}

/** How often something happened, and the last times, newest first. */
export interface History {
  fired: number
  last: Date[]
}

/**
 * How often a rule of this person would have fired within `span`.
 * @param most of the last times
 */
export async function findHistory(
  db: Db,
  userId: number,
  watch: Watch,
  { span, most }: { span: Span; most: number },
): Promise<History> {
  const { kind, projects, threshold } = watch
  const during = sql`t.created_at > ${span.from} and t.created_at <= ${span.to}`
  const within = sql`t.project_id = any(${[...projects]}::text[]) and ${during}`
  switch (kind) {
    case 'purchase_over':
      return countRows(
        db,
        sql`transactions as t where ${within}
          and ${whereCounted('t.')} and t.payment_usd_amount > ${threshold}::numeric`,
        most,
      )
    case 'price_unusual':
      return countRows(
        db,
        sql`transactions as t where ${within} and t.price_is_unusual and t.voided_at is null
          and t.status in ('pending', 'processing', 'completed')`,
        most,
      )
    case 'credit_over':
      return countRows(
        db,
        sql`manual_transactions as t where ${within}
          and t.tokens > ${threshold}::numeric and t.authorizer_id is distinct from ${userId}`,
        most,
      )
    case 'mention':
      return countRows(
        db,
        sql`(select n.created_at, n.project_id
          from note_mentions as m join notes as n on n.id = m.note_id
          where m.user_id = ${userId} and n.author_id <> ${userId} and n.deleted_at is null) as t
          where ${within}`,
        most,
      )
    case 'reading_key_new_address':
      return countRows(
        db,
        sql`(select a.first_used_at as created_at from reading_key_addresses as a
          where exists (select from reading_key_addresses as b
            where b.key_id = a.key_id and b.first_used_at < a.first_used_at)) as t
          where ${during}`,
        most,
      )
    case 'new_device':
      return historyOf(await findNewDevices(db, userId, span), most)
    case 'milestone':
    case 'quiet':
    case 'failing':
    case 'code_ending':
    case 'ingest_refused':
    case 'purchase_unproven':
    case 'payment_unmatched':
    case 'stage_sold':
    case 'stage_oversold':
    case 'cap_reached':
    case 'stage_ends':
      return historyOf(await findFirings(db, { ...watch, kind }, span), most)
  }
}

const historyOf = (found: readonly { at: Date }[], most: number): History => ({
  fired: found.length,
  last: found
    .slice(-most)
    .map(({ at }) => at)
    .toReversed(),
})

/** A low limit can be exceeded hundreds of thousands of times, so the database counts. */
async function countRows(db: Db, rows: RawBuilder<unknown>, most: number): Promise<History> {
  const count = await sql<{ fired: number }>`select count(*) as fired from ${rows}`.execute(db)
  const last = await sql<{ at: Date }>`
    select t.created_at as at from ${rows} order by t.created_at desc limit ${most}`.execute(db)
  return { fired: count.rows[0]?.fired ?? 0, last: last.rows.map(({ at }) => at) }
}
