import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { SignedIn, TestApp } from '#tests/support/server/app.ts'
import { ms, time, type Timing } from './measure.ts'
import { BENCH_PROJECTS } from './server-data.ts'

type Log = (line: string) => void

/** A person searches at most 60 times a minute, and this clock stands still. */
const SEARCHES = { maxRuns: 50, warmUps: 2 }
const PAGE_ROWS = 20
const projects = sql.join(BENCH_PROJECTS)

/** The same question to the server and to the database, a different record each time. */
interface Lookup {
  name: string
  texts: readonly string[]
  direct: (text: string) => RawBuilder<unknown>
}

/** Measures POST /search through the whole app, and plain SQL on the same rows. */
export async function measureLookups(app: TestApp, admin: SignedIn, log: Log): Promise<void> {
  log(
    '\n| look-up | least ms | median ms | p99 ms | plain SQL, least and median ms |\n|---|---|---|---|---|',
  )
  // What every call takes: to parse it, find its session and send a response.
  const empty = await time(() => app.call('GET', '/features', { as: admin }), SEARCHES)
  log(`| none (GET /features) | ${columnsOf(empty)} | |`)
  for (const { name, texts, direct } of await lookups(app.db)) {
    await app.db.deleteFrom('rate_counters').execute()
    const search = async (q: string) => {
      const body = { q, projects: BENCH_PROJECTS }
      const { status, text } = await app.call('POST', '/search', { as: admin, body })
      if (status !== 200 || text === '{"results":[]}') throw new Error(`${q}: ${status} ${text}`)
    }
    const next = cycle(texts)
    const api = await time(() => search(next()), SEARCHES)
    const plain = await time(() => direct(next()).execute(app.db), SEARCHES)
    log(`| ${name} | ${columnsOf(api)} | ${ms(plain.least)}, ${ms(plain.median)} |`)
  }
}

const columnsOf = ({ least, median, p99 }: Timing) => `${ms(least)} | ${ms(median)} | ${ms(p99)}`

function cycle(texts: readonly string[]): () => string {
  let index = 0
  return () => texts[index++ % texts.length] ?? ''
}

async function lookups(db: Db): Promise<Lookup[]> {
  const texts = async (query: RawBuilder<{ text: string }>) =>
    (await query.execute(db)).rows.map(({ text }) => text)
  const sample = (column: string, table: string) =>
    texts(sql`
      select ${sql.ref(column)} as text from ${sql.table(table)}
      where id in (select (random() * (select max(id) - 1 from ${sql.table(table)}))::bigint + 1
        from generate_series(1, 60))`)
  const hashes = await sample('transaction_hash', 'transactions')
  const addresses = await sample('wallet_address', 'transactions')
  const emails = await sample('email', 'leads')
  const byEmail = (text: string) => sql`
    select * from leads where project_id in (${projects}) and lower(email) like ${`${text}%`}
    order by created_at desc, id desc limit 8`
  const cut = (length: number) => [...new Set(emails.map((email) => email.slice(0, length)))]
  return [
    {
      name: 'hash',
      texts: hashes,
      direct: (text) => sql`
        select * from transactions where project_id in (${projects}) and transaction_hash = ${text}
        order by created_at desc, id desc limit 8`,
    },
    {
      name: 'address',
      texts: addresses,
      direct: (text) => sql`
        select w.*, (select sum(tokens_bought) from transactions as t
          where (t.project_id, t.wallet_address) = (w.project_id, w.wallet_address)
            and t.status = 'completed') as total
        from wallets as w where project_id in (${projects}) and wallet_address = ${text}
        order by created_at desc limit 8`,
    },
    { name: 'email address', texts: emails, direct: byEmail },
    { name: 'email, 8 characters', texts: cut(8), direct: byEmail },
    { name: 'email, 6 characters', texts: cut(6), direct: byEmail },
    { name: 'email, 4 characters', texts: cut(4), direct: byEmail },
    { name: 'email, 2 characters', texts: cut(2), direct: byEmail },
    {
      name: 'bonus code, 5 characters',
      texts: ['SPRIN', 'SUMME', 'AUTUM', 'WINTE', 'vip10'],
      direct: (text) => sql`
        select * from bonus_codes
        where project_id in (${projects}) and lower(code) like ${`${text.toLowerCase()}%`}
        order by created_at desc, id desc limit 8`,
    },
  ]
}

const FILTERS: readonly (readonly [query: string, where: RawBuilder<unknown>])[] = [
  ['', sql``],
  ['status=failed', sql`and status = 'failed'`],
  ['status=processing', sql`and status = 'processing'`],
  ['status=failed&status=expired', sql`and status in ('failed', 'expired')`],
  ['stage=Stage 7', sql`and stage_name = 'Stage 7'`],
  ['payment_token=CARD', sql`and payment_token_name = 'CARD'`],
  [
    'status=failed&stage=Stage 7&payment_token=CARD',
    sql`and status = 'failed' and stage_name = 'Stage 7' and payment_token_name = 'CARD'`,
  ],
]
const PLAIN = { minRuns: 1, warmUps: 1, maxRuns: 20, budgetMs: 500 }
const ORDERS = [
  ['created_at', 'desc'],
  ['payment_usd_amount', 'desc'],
] as const

/** Measures the filters, orders and facets of purchases, and plain SQL for the same page. */
export async function measureFilters(app: TestApp, admin: SignedIn, log: Log): Promise<void> {
  const query = BENCH_PROJECTS.map((id) => `projects=${id}`).join('&')
  const get = async (path: string) => {
    const { status, text } = await app.call('GET', path, { as: admin })
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  }
  const limits = { budgetMs: 1000, maxRuns: 50 }
  log(
    '\n| purchases | order | page | least ms | median ms | p99 ms | plain SQL, least ms |\n|---|---|---|---|---|---|---|',
  )
  for (const [filter, where] of FILTERS) {
    for (const [sort, order] of ORDERS) {
      for (const page of [1, 500]) {
        const parts = [query, filter.replaceAll(' ', '%20'), `page=${page}`]
        const path = `/transactions?${parts.join('&')}&sort=${sort}&order=${order}`
        const api = await time(() => get(path), limits)
        const direction = sql.raw(order)
        const direct = sql`
          select * from transactions where project_id in (${projects}) ${where}
          order by ${sql.ref(sort)} ${direction}, id ${direction}
          limit ${PAGE_ROWS} offset ${(page - 1) * PAGE_ROWS}`
        const plain = await time(() => direct.execute(app.db), PLAIN)
          .then(({ least }) => ms(least))
          .catch(() => 'over 30 s')
        const title = filter === '' ? 'all' : filter.replaceAll('&', ', ')
        log(`| ${title} | ${sort} ${order} | ${page} | ${columnsOf(api)} | ${plain} |`)
      }
    }
  }
  const facets = await time(() => get(`/transactions/facets?${query}`), limits)
  const distinct = sql`
    select array_agg(distinct stage_name), array_agg(distinct payment_token_name)
    from transactions where project_id in (${projects})`
  const plain = await time(() => distinct.execute(app.db), PLAIN)
    .then(({ least }) => ms(least))
    .catch(() => 'over 30 s')
  log(`\nFacets: median ${ms(facets.median)} ms, p99 ${ms(facets.p99)} ms, plain SQL ${plain} ms`)
}
