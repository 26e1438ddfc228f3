import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { EXPECTED, toQueryString, type Question } from '#tests/support/oracles/analytics-oracle.ts'
import type { SignedIn, TestApp } from '#tests/support/server/app.ts'
import { ms, quantile, time } from './measure.ts'
import { BENCH_END, BENCH_PROJECTS } from './server-data.ts'

type Log = (line: string) => void

const ALL_TIME = { projects: BENCH_PROJECTS, start: '2024-01-01T00:00:00.000Z', end: BENCH_END }
const MONTH = {
  projects: BENCH_PROJECTS,
  start: '2026-10-20T22:00:00.000Z',
  end: '2026-11-19T13:37:11.000Z',
}
const GRAPHS = ['/transactions/records', '/referrals', '/registrations']

const QUESTIONS: readonly (readonly [
  what: string,
  question: Question,
  paths: readonly string[],
])[] = [
  [
    'all time',
    { ...ALL_TIME, unit: 'month', zone: 'Europe/Berlin' },
    Object.keys(EXPECTED).filter((where) => !GRAPHS.includes(where)),
  ],
  ['all time by month, Berlin', { ...ALL_TIME, unit: 'month', zone: 'Europe/Berlin' }, GRAPHS],
  ['all time by week, Berlin', { ...ALL_TIME, unit: 'week', zone: 'Europe/Berlin' }, GRAPHS],
  ['all time by day, Berlin', { ...ALL_TIME, unit: 'day', zone: 'Europe/Berlin' }, GRAPHS],
  ['all time by day, +05:45', { ...ALL_TIME, unit: 'day', zone: '+05:45' }, GRAPHS],
  ['30 days by hour, Berlin', { ...MONTH, unit: 'hour', zone: 'Europe/Berlin' }, GRAPHS],
  ['30 days', { ...MONTH, unit: 'day', zone: 'Europe/Berlin' }, Object.keys(EXPECTED)],
]

/** Measures every analytics call through the whole app, and plain SQL on the same rows. */
export async function measureCalls(
  app: TestApp,
  admin: SignedIn,
  isHuge: boolean,
  log: Log,
): Promise<void> {
  log('| call | range | median ms | p99 ms | plain SQL ms | times faster |')
  log('|---|---|---|---|---|---|')
  // What every call takes: to find its session and send a response. Plain SQL does not.
  const empty = await time(() => call(app, admin, '/features'))
  log(`| none (/features) | | ${ms(empty.median)} | ${ms(empty.p99)} | | |`)
  for (const [what, question, paths] of QUESTIONS) {
    for (const where of paths) {
      const url = `${where}?${toQueryString(question)}`
      const api = await time(() => call(app, admin, url))
      const direct = await time(async () => EXPECTED[where]?.(app.db, question), {
        warmUps: isHuge ? 0 : 1,
        minRuns: isHuge ? 1 : 3,
        maxRuns: 20,
        budgetMs: 1000,
      }).catch(() => null)
      const plain = direct ? ms(direct.median) : 'over 30 s'
      const ratio = direct
        ? (direct.median / api.median).toFixed(api.median < direct.median ? 0 : 2)
        : ''
      log(`| ${where} | ${what} | ${ms(api.median)} | ${ms(api.p99)} | ${plain} | ${ratio} |`)
    }
  }
}

export async function measureLists(app: TestApp, admin: SignedIn, log: Log): Promise<void> {
  const projects = BENCH_PROJECTS.map((id) => `projects=${id}`).join('&')
  log('\n| list | page | median ms | p99 ms |\n|---|---|---|---|')
  for (const where of ['/transactions', '/wallets']) {
    for (const page of [1, 500]) {
      const { median, p99 } = await time(() =>
        call(app, admin, `${where}?${projects}&page=${page}`),
      )
      log(`| ${where} | ${page} | ${ms(median)} | ${ms(p99)} |`)
    }
  }
}

const HOME_QUESTION: Question = { ...ALL_TIME, unit: 'month', zone: 'Europe/Berlin' }
const HOME = Object.keys(EXPECTED).map((where) => `${where}?${toQueryString(HOME_QUESTION)}`)

/** Sends all requests of a first load of Home at once. */
export async function loadHome(app: TestApp, admin: SignedIn): Promise<void> {
  await Promise.all(HOME.map((url) => call(app, admin, url)))
}

export async function measureHome(app: TestApp, admin: SignedIn, log: Log): Promise<void> {
  const { median, p99, runs } = await time(() => loadHome(app, admin))
  log(
    `\nHome, ${HOME.length} calls at once: median ${ms(median)} ms, p99 ${ms(p99)} ms (${runs} runs)`,
  )
}

const WRITES = 400

/** Measures single purchases, each in its own transaction, with and without the rollup triggers. */
export async function measureWrites(db: Db, log: Log): Promise<void> {
  const { rows: buyers } = await sql<{ project: string; address: string }>`
    select project_id as project, wallet_address as address from wallets
    order by wallet_address limit ${WRITES}`.execute(db)
  const toggle = async (verb: 'disable' | 'enable') => {
    await sql.raw(`alter table transactions ${verb} trigger user`).execute(db)
  }
  const buy = async ({ project, address }: { project: string; address: string }) => {
    const start = performance.now()
    await sql`insert into transactions (project_id, wallet_address, payment_token_name,
        payment_token_amount, payment_usd_amount, tokens_bought, status, created_at, updated_at,
        country, referrer, utm_source, utm_medium)
      values (${project}, ${address}, 'ETH', 1, 123.456, 1000, 'completed', ${BENCH_END}::timestamptz - interval '1 second',
        clock_timestamp(), 'DE', 'google.com', 'google', 'cpc')`.execute(db)
    return performance.now() - start
  }
  const bare: number[] = []
  const summed: number[] = []
  // Alternating, so that other load on the machine affects both.
  for (let from = 0; from < buyers.length; from += 50) {
    const batch = buyers.slice(from, from + 50)
    for (const buyer of batch) summed.push(await buy(buyer))
    await toggle('disable')
    for (const buyer of batch) bare.push(await buy(buyer))
    await sql`delete from transactions where id > (select max(id) - ${batch.length} from transactions)`.execute(
      db,
    )
    await toggle('enable')
  }
  const ratio = quantile(summed, 0.5) / quantile(bare, 0.5)
  log(
    `\nA purchase: median ${quantile(summed, 0.5).toFixed(2)} ms with rollups, ${quantile(bare, 0.5).toFixed(2)} ms without: ${ratio.toFixed(2)} times\n`,
  )
}

/** Does not parse the response: that is the client's work. */
async function call({ app }: TestApp, { token }: SignedIn, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body } = await app.inject({ url: `/v1${url}`, headers })
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`)
}
