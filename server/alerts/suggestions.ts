import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { LEVEL, SOURCE } from '#server/db/rollups/definition.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import { toDecimal } from '#src/domain/money/decimals.ts'
import { hasProject, mayHaveAlert } from '#src/domain/people/alert-access.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { AlertCap, AlertChannel, AlertKind, RuleDraft } from '#src/wire/alerts.ts'

const BOTH: AlertChannel[] = ['push', 'mail']

interface Suggestion {
  kind: AlertKind
  channels: AlertChannel[]
  hours?: number
  threshold?: string
  /** Which cap the projects have; null for none. */
  cap?(db: Db, projects: readonly string[]): Promise<AlertCap | null>
  /** Whether the projects can have it at all. */
  applies?(db: Db, projects: readonly string[]): Promise<boolean>
  /** The threshold by the person's own data; null without data. */
  measure?(db: Db, projects: readonly string[], now: Date): Promise<string | null>
}

/** In the order of the page. The thresholds are those for a person without data. */
const SUGGESTIONS: readonly Suggestion[] = [
  { kind: 'purchase_over', channels: BOTH, threshold: '5000', measure: largePurchase },
  { kind: 'milestone', channels: BOTH, threshold: '100000', measure: milestoneStep },
  { kind: 'quiet', channels: ['push'], hours: 3 },
  { kind: 'failing', channels: BOTH, threshold: '15' },
  { kind: 'code_ending', channels: ['mail'], threshold: '90' },
  { kind: 'ingest_refused', channels: ['push'], threshold: '50' },
  { kind: 'price_unusual', channels: BOTH },
  { kind: 'credit_over', channels: BOTH, threshold: '100000', measure: largeCredit },
  { kind: 'new_device', channels: ['mail'] },
  { kind: 'mention', channels: BOTH },
  { kind: 'reading_key_new_address', channels: BOTH },
  { kind: 'purchase_unproven', channels: BOTH, applies: hasChain },
  { kind: 'payment_unmatched', channels: BOTH, threshold: '30', applies: hasChain },
  { kind: 'stage_sold', channels: BOTH, threshold: '90', applies: hasStages },
  { kind: 'stage_oversold', channels: BOTH, applies: hasStages },
  { kind: 'cap_reached', channels: BOTH, cap: findCap },
  { kind: 'stage_ends', channels: ['mail'], hours: 24, applies: hasStages },
]

interface Person {
  role: string
  projects: readonly string[]
  /** The kinds of the person's rules, and those that the person does not want. */
  without: ReadonlySet<AlertKind>
}

/** Alerts that make sense for a person and that the person neither has nor has declined. */
export async function suggestAlerts(
  db: Db,
  { role, projects, without }: Person,
  now: Date,
): Promise<RuleDraft[]> {
  const drafts: RuleDraft[] = []
  for (const { kind, channels, hours, threshold, cap, applies, measure } of SUGGESTIONS) {
    if (!mayHaveAlert(role, kind) || without.has(kind)) continue
    if (projects.length === 0 && hasProject(kind)) continue
    if (applies !== undefined && !(await applies(db, projects))) continue
    const found = await cap?.(db, projects)
    if (found === null) continue
    const measured = (await measure?.(db, projects, now)) ?? threshold
    drafts.push({
      kind,
      project_id: null,
      ...(measured === undefined ? {} : { threshold: measured }),
      ...(hours === undefined ? {} : { hours }),
      ...(found === undefined ? {} : { cap: found }),
      channels: [...channels],
      enabled: 1,
    })
  }
  return drafts
}

/** Whether one of the projects has a connected chain. */
async function hasChain(db: Db, projects: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from chains
    where project_id = any(${[...projects]}::text[]) and disconnected_at is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether one of the projects has planned stages. */
async function hasStages(db: Db, projects: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from projects
    where id = any(${[...projects]}::text[]) and has_stages limit 1`.execute(db)
  return rows.length > 0
}

/** The soft cap, which comes first, if one of the projects has one. */
async function findCap(db: Db, projects: readonly string[]): Promise<AlertCap | null> {
  const { rows } = await sql<{ cap: AlertCap | null }>`
    select case when bool_or(soft_cap_usd is not null) then 'soft'
      when bool_or(hard_cap_usd is not null) then 'hard' end as cap
    from stage_plans where project_id = any(${[...projects]}::text[])`.execute(db)
  return rows[0]?.cap ?? null
}

const SAMPLE_PER_PROJECT = 2000
const monthBefore = (now: Date) => new Date(now.getTime() - 30 * DAY_MS)

/** A round number near the 99th percentile of the newest purchases of 30 days, at most 2,000 a project. */
async function largePurchase(db: Db, projects: readonly string[], now: Date) {
  const { rows } = await sql<{ usd: string | null }>`
    select percentile_disc(0.99) within group (order by t.usd)::text as usd
    from unnest(${[...projects]}::text[]) as p (id) cross join lateral (
      select payment_usd_amount as usd from transactions
      where project_id = p.id and ${whereCounted('')} and created_at > ${monthBefore(now)}
      order by created_at desc limit ${SAMPLE_PER_PROJECT}) as t`.execute(db)
  return roundOf(rows[0]?.usd)
}

/** The power of ten near a tenth of the greatest total of a project, at least 1,000. */
async function milestoneStep(db: Db, projects: readonly string[]) {
  const { rows } = await sql<{ total: string | null }>`
    select max(total)::text as total from (
      select sum(amount) as total from time_rollups
      where project_id = any(${[...projects]}::text[]) and source = ${SOURCE.purchases}
        and level = ${LEVEL.month}
      group by project_id) as totals`.execute(db)
  const total = Number(rows[0]?.total ?? 0)
  return total > 0 ? toDecimal(10 ** Math.max(3, Math.round(Math.log10(total / 10)))) : null
}

/** A round number near the 90th percentile of the newest credits of 30 days. */
async function largeCredit(db: Db, projects: readonly string[], now: Date) {
  const { rows } = await sql<{ tokens: string | null }>`
    select percentile_disc(0.9) within group (order by t.tokens)::text as tokens
    from unnest(${[...projects]}::text[]) as p (id) cross join lateral (
      select tokens from manual_transactions as m
      where project_id = p.id and created_at > ${monthBefore(now)}
        and not exists (select from credit_reversals as r where r.credit_id = m.id)
      order by created_at desc limit ${SAMPLE_PER_PROJECT}) as t`.execute(db)
  return roundOf(rows[0]?.tokens)
}

/** The nearest of 1, 2, 5, 10, 20, …; null for nothing or less than 1. */
function roundOf(decimal: string | null | undefined): string | null {
  const value = Number(decimal ?? 0)
  if (!(value >= 1)) return null
  const scale = 10 ** Math.floor(Math.log10(value))
  const [first = 1] = [1, 2, 5, 10].toSorted(
    (a, b) => Math.abs(a * scale - value) - Math.abs(b * scale - value),
  )
  return toDecimal(first * scale)
}
