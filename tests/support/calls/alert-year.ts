import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { SOURCE } from '#server/db/rollups/definition.ts'
import { DERIVATIONS } from '#server/db/rollups/derivation.ts'
import { chance, type Chance } from '#server/demo/random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/domain/time/zone.ts'
import { addBonusCode, addProject, addWallet } from '#tests/support/server/builders.ts'

// A year of three sales with known incidents. Sales follow the day and the week, grow, and close at
// night; a hundredth of the purchases fails and another expires.

export const YEAR = { from: Date.parse('2025-11-20T00:00Z'), to: Date.parse('2026-11-20T00:00Z') }
export const MILESTONE_USD = 200_000
export const LIMIT_USD = 5000

/** Something that happened to a project in this time. */
export interface Incident {
  project: string
  from: number
  to: number
}

interface Purchase {
  at: number
  ended: number
  status: 'completed' | 'failed' | 'expired'
  usd: number
}

/** The part of the peak rate by the hour of the day: little at night, most in the evening. */
const ALL_DAY = [
  0.04, 0.02, 0.01, 0.01, 0.01, 0.02, 0.08, 0.15, 0.25, 0.35, 0.4, 0.45, 0.5, 0.5, 0.5, 0.5, 0.55,
  0.65, 0.8, 1, 1, 0.9, 0.4, 0.12,
]
const EVENING = ALL_DAY.map((part, hour) => (hour > 18 && hour < 22 ? 1 : part / 3))

const SALES = [
  { project: 'BUSY', perHour: 25, hours: EVENING },
  { project: 'USUAL', perHour: 8, hours: ALL_DAY },
  { project: 'SMALL', perHour: 4, hours: ALL_DAY },
] as const
const WEEKEND = 0.7
const GROWTH = 0.3

const at = (day: number, hour: number) => YEAR.from + day * DAY_MS + hour * HOUR_MS
const incident = (project: string, day: number, hour: number, hours: number): Incident => ({
  project,
  from: at(day, hour),
  to: at(day, hour + hours),
})

/** No purchase was created. */
export const OUTAGES = [
  incident('BUSY', 44, 11, 6),
  incident('BUSY', 201, 18, 4),
  incident('USUAL', 61, 10, 6),
  incident('USUAL', 150, 17, 5),
  incident('SMALL', 97, 13, 8),
  incident('SMALL', 330, 14, 8),
]
/** Half of the purchases failed. */
export const FAILURES = [
  incident('BUSY', 75, 19, 1.5),
  incident('BUSY', 133, 19, 2),
  incident('BUSY', 222, 19, 2),
  incident('BUSY', 301, 20, 1.5),
]
/** Hundreds of events were refused. */
export const REFUSALS = [
  incident('USUAL', 30, 9, 0.5),
  incident('BUSY', 180, 3, 0.5),
  incident('SMALL', 345, 22, 0.5),
]
const LARGE = [17, 48, 90, 91, 140, 188, 230, 262, 310, 340, 341, 360]

const during = (incidents: readonly Incident[], project: string, time: number) =>
  incidents.some((one) => one.project === project && time >= one.from && time < one.to)

function sell({ project, perHour, hours }: (typeof SALES)[number], random: Chance): Purchase[] {
  const purchases: Purchase[] = []
  for (let hour = YEAR.from; hour < YEAR.to; hour += HOUR_MS) {
    const date = new Date(hour)
    const weekend = [0, 6].includes(date.getUTCDay()) ? WEEKEND : 1
    const growth = 1 + (GROWTH * (hour - YEAR.from)) / (YEAR.to - YEAR.from)
    const rate = perHour * (hours[date.getUTCHours()] ?? 0) * weekend * growth
    // Exponential pauses, so that purchases are independent of each other.
    let minute = 0
    for (;;) {
      minute += (-Math.log(1 - random.next()) / rate) * 60
      if (minute >= 60) break
      const created = Math.floor(hour + minute * MINUTE_MS)
      if (during(OUTAGES, project, created)) continue
      const isFailing = during(FAILURES, project, created)
      const status = random.weighted([
        ['completed', isFailing ? 50 : 98],
        ['failed', isFailing ? 49 : 1],
        ['expired', 1],
      ] as const)
      const ended = created + (status === 'expired' ? 60 : random.whole(1, 9)) * MINUTE_MS
      const usd = Math.min(LIMIT_USD, Math.round(random.around(180, 0.9) * 100) / 100)
      purchases.push({ at: created, ended, status, usd })
    }
  }
  return purchases
}

async function insertPurchases(db: Db, project: string, purchases: readonly Purchase[]) {
  const { wallet_address: wallet } = await addWallet(db, { project_id: project })
  const iso = (time: number) => new Date(time).toISOString()
  await db.transaction().execute(async (tx) => {
    // The sums are derived at the end: row by row, the triggers would take most of the test's time.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into transactions (project_id, wallet_address, payment_token_name, payment_token_amount,
        payment_usd_amount, status, created_at, updated_at, history_since)
      select ${project}, ${wallet}, 'ETH', 1, usd, status, created, ended, null
      from unnest(${purchases.map(({ usd }) => usd)}::numeric[],
        ${purchases.map(({ status }) => status)}::text[],
        ${purchases.map((one) => iso(one.at))}::timestamptz[],
        ${purchases.map(({ ended }) => iso(ended))}::timestamptz[])
        as t (usd, status, created, ended)`.execute(tx)
    for (const { source, table, rows } of DERIVATIONS)
      if (source === SOURCE.purchases && table === 'time_rollups')
        await sql`insert into time_rollups ${rows(project)}`.execute(tx)
  })
}

/** The times at which the total passed a multiple of MILESTONE_USD, added up purchase by purchase. */
function milestonesOf(purchases: readonly Purchase[]): number[] {
  let cents = 0
  const step = MILESTONE_USD * 100
  return purchases
    .filter(({ status }) => status === 'completed')
    .toSorted((a, b) => a.at - b.at)
    .flatMap((one) => {
      const before = cents
      cents += Math.round(one.usd * 100)
      return Math.floor(cents / step) > Math.floor(before / step) ? [one.at] : []
    })
}

async function addRefusals(db: Db, random: Chance) {
  const BUCKET_MS = 5 * MINUTE_MS
  const counts = new Map<string, number>()
  const count = (project: string, time: number, n: number) => {
    const bucket = new Date(Math.floor(time / BUCKET_MS) * BUCKET_MS).toISOString()
    const key = `${project} ${bucket}`
    counts.set(key, (counts.get(key) ?? 0) + n)
  }
  for (const { project } of SALES)
    for (let day = YEAR.from; day < YEAR.to; day += DAY_MS)
      for (let n = random.whole(0, 6); n > 0; n--)
        count(project, day + random.next() * DAY_MS, random.whole(1, 12))
  for (const { project, from, to } of REFUSALS)
    for (let time = from; time < to; time += BUCKET_MS) count(project, time, random.whole(15, 60))
  await db
    .insertInto('ingest_refusal_counts')
    .values(
      [...counts].map(([key, n]) => {
        const [project_id = '', bucket = ''] = key.split(' ')
        return { project_id, bucket: new Date(bucket), n }
      }),
    )
    .execute()
}

/** A code of 40 uses from its 10th day on, one each day, and codes that end. */
async function addCodes(db: Db) {
  const start = new Date(YEAR.from).toISOString()
  const used = await addBonusCode(db, {
    project_id: 'USUAL',
    code: 'USED',
    max_uses: 40,
    uses: 40,
    created_at: start,
  })
  const { id } = await db
    .selectFrom('transactions')
    .select('id')
    .where('project_id', '=', 'USUAL')
    .limit(1)
    .executeTakeFirstOrThrow()
  const use = (day: number) => ({
    project_id: 'USUAL',
    transaction_id: id,
    bonus_code_id: used.id,
    bonus_token_amount: 1,
    identifier: `use ${day}`,
    type: 'bonus_code' as const,
    wallet_address: '0x01',
    created_at: new Date(at(day, 12)),
  })
  await db
    .insertInto('bonus_transactions')
    .values(Array.from({ length: 40 }, (_, n) => use(10 + n)))
    .execute()
  for (const [code, day] of [
    ['SPRING', 120],
    ['AUTUMN', 300],
  ] as const)
    await addBonusCode(db, {
      project_id: 'SMALL',
      code,
      created_at: start,
      end_date: new Date(at(day, 18)),
    })
  // The 37th use is more than 90 percent; the others have a day left.
  return [at(46, 12), at(119, 18), at(299, 18)]
}

/** Indexes that no condition reads, and that would take most of the test's time. */
const UNUSED = ['hash', 'source', 'wallet', 'stage', 'token', 'usd']

/** Inserts the year into a database of its own. @returns what its conditions should find, in ms */
export async function simulateYear(db: Db) {
  for (const name of UNUSED) await sql`drop index ${sql.id(`transactions_${name}`)}`.execute(db)
  const random = chance('a year of sales')
  const milestones = new Map<string, number[]>()
  const large: number[] = []
  let count = 0
  for (const sale of SALES) {
    const { project } = sale
    await addProject(db, { id: project, created_at: new Date(YEAR.from) })
    const purchases = sell(sale, random)
    if (project === 'USUAL')
      for (const day of LARGE) {
        const time = at(day, 13) + random.whole(0, HOUR_MS)
        large.push(time)
        const usd = LIMIT_USD + random.whole(1, 9000)
        purchases.push({ at: time, ended: time + MINUTE_MS, status: 'completed', usd })
      }
    await insertPurchases(db, project, purchases)
    milestones.set(project, milestonesOf(purchases))
    count += purchases.length
  }
  await addRefusals(db, random)
  const codes = await addCodes(db)
  await sql`analyze`.execute(db)
  return { projects: SALES.map(({ project }) => project), milestones, large, codes, count }
}
