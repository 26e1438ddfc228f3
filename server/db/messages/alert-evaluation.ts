import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { mayHaveAlert } from '#src/domain/people/alert-access.ts'
import { FINANCE_ROLES } from '#src/domain/people/roles.ts'
import type { AlertKind } from '#src/wire/alerts.ts'
import { MAY_SEE } from './alert-writing.ts'

/**
 * After this time, another process may evaluate too: a killed one's claim ends. The claim of an evaluation
 * that takes longer ends as well; then both find the same, which is stored once.
 */
const CLAIM_MS = 2 * 60_000

/** Rules that look for the same. */
export interface RuleGroup<Kind extends AlertKind> {
  kind: Kind
  project_id: string | null
  threshold: string | null
  hours: number | null
  cap: string | null
  /** Of the person, where local hours matter; else UTC, so that people share a query. */
  tz: string
  ids: string[]
}

/** The rules of these kinds that are on, of people who can sign in, by what they look for. */
export async function listRuleGroups<Kind extends AlertKind>(
  db: Db,
  kinds: readonly Kind[],
): Promise<RuleGroup<Kind>[]> {
  const { rows } = await sql<RuleGroup<Kind>>`
    select r.kind, r.project_id, r.threshold, r.hours, r.cap, coalesce(s.tz, 'UTC') as tz,
      array_agg(r.id::text order by r.id) as ids
    from alert_rules as r join users as u on u.id = r.user_id and u.disabled_at is null
      left join alert_settings as s on s.user_id = r.user_id and r.kind = 'quiet'
    where r.enabled and r.kind = any(${[...kinds]}::text[])
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

export interface EvaluationClaim {
  /** Until when the evaluation has been done. */
  doneUntil: Date
  /** When the claim ends. No other claim ends then. */
  claimedUntil: Date
}

/** Claims the evaluation for this process. Null while another process does it. */
export async function claimEvaluation(db: Db, now: Date): Promise<EvaluationClaim | null> {
  await sql`
    insert into alert_evaluation (evaluated_until) values (${now})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<EvaluationClaim>`
    update alert_evaluation set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
    where is_only in (
      select is_only from alert_evaluation
      where claimed_until is null or claimed_until <= ${now}
      for update skip locked)
    returning evaluated_until as "doneUntil", claimed_until as "claimedUntil"`.execute(db)
  return rows[0] ?? null
}

/** Ends this claim, and stores until when it has evaluated, unless another process has claimed since. */
export async function releaseEvaluation(
  db: Db,
  { claimedUntil }: EvaluationClaim,
  until: Date,
): Promise<void> {
  await sql`
    update alert_evaluation
    set claimed_until = null, evaluated_until = greatest(evaluated_until, ${until})
    where claimed_until = ${claimedUntil}`.execute(db)
}

/** The keys since `from` that all of these rules that watched at their time have fired. */
export async function listFiredKeys(db: Db, ids: readonly string[], from: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select e.key from alert_events as e
    where e.rule_id = any(${[...ids]}::uuid[]) and e.at > ${from}
    group by e.key
    having count(*) >= (
      select count(*) from alert_rules as r
      where r.id = any(${[...ids]}::uuid[]) and r.since < min(e.at))`.execute(db)
  return rows.map(({ key }) => key)
}

interface Found {
  project_id: string
  key: string
  at: Date
  data: Record<string, unknown>
}

/** What a rule has fired that makes `f` a repetition, although its key is another. */
function repetitionOf(kind: AlertKind): RawBuilder<unknown> {
  switch (kind) {
    // A total that falls and rises again.
    case 'milestone':
      return sql`(e.data ->> 'multiple')::numeric >= (f.data ->> 'multiple')::numeric`
    // Events that arrive late move the start of a silence or an episode.
    case 'quiet':
      return sql`e.at > f.at - make_interval(hours => r.hours)
        and e.at < f.at + make_interval(hours => r.hours)`
    case 'failing':
    case 'ingest_refused':
      return sql`e.at > f.at - interval '1 hour' and e.at < f.at + interval '1 hour'`
    // A plan that is changed: only a larger supply or cap than those before can be reached again.
    case 'stage_sold':
    case 'stage_oversold':
      return sql`e.kind = ${kind} and e.data ->> 'stage_id' = f.data ->> 'stage_id'
        and e.data ->> 'threshold' is not distinct from f.data ->> 'threshold'
        and (e.data ->> 'supply')::numeric >= (f.data ->> 'supply')::numeric`
    case 'cap_reached':
      return sql`e.kind = ${kind} and e.data ->> 'cap' = f.data ->> 'cap'
        and (e.data ->> 'amount')::numeric >= (f.data ->> 'amount')::numeric`
    case 'stage_ends':
    case 'purchase_over':
    case 'price_unusual':
    case 'code_ending':
    case 'credit_over':
    case 'new_device':
    case 'mention':
    case 'reading_key_new_address':
    case 'purchase_unproven':
    case 'payment_unmatched':
      return sql`false`
  }
}

/**
 * Adds an event for each of these rules and what was found, where the person of the rule may see the
 * project, the rule watched at the time, and has not fired it before. An import causes none: what was
 * found before the end of the project's last one is left out, and an hour more, which the conditions
 * about an hour include.
 * @returns the number of new events
 */
export async function addFoundEvents(
  db: Db,
  { ids, kind }: { ids: readonly string[]; kind: AlertKind },
  found: readonly Found[],
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0
  const roles = [...FINANCE_ROLES].filter((role) => mayHaveAlert(role, kind))
  const { numAffectedRows } = await sql`
    insert into alert_events (rule_id, user_id, kind, project_id, key, at, data, created_at)
    select r.id, r.user_id, r.kind, f.project_id, f.key, f.at, f.data, ${now}
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as f (project_id text, key text, at timestamptz, data jsonb)
    join projects as p on p.id = f.project_id
    join alert_rules as r on r.id = any(${[...ids]}::uuid[]) and r.enabled and r.since < f.at
    join users as u on u.id = r.user_id
    where ${MAY_SEE} and u.role = any(${roles}::text[])
      and coalesce((f.data ->> 'end_date')::timestamptz > ${now}, true)
      and not exists (
        select from audit_log as a where a.project_id = p.id and a.action = 'history.import'
          and a.created_at >= f.at - ${isHourly(kind) ? sql`interval '1 hour'` : sql`interval '0'`})
      and not exists (
        select from alert_events as e
        where e.rule_id = r.id and e.project_id = f.project_id and ${repetitionOf(kind)})
    order by r.id, f.at, f.key
    on conflict (rule_id, key) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

const isHourly = (kind: AlertKind) => kind === 'failing' || kind === 'ingest_refused'
