import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
import type { TransactionStatus } from '#server/db/schema.ts'
import { chance } from '#server/demo/random.ts'
import { UNITS } from '#src/domain/calendar.ts'
import {
  comparable,
  toQueryString,
  EXPECTED,
  type Question,
} from '#tests/support/analytics-oracle.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/app.ts'
import { addProject } from '#tests/support/builders.ts'

const isLong = process.env['SALEROOM_LONG'] === '1'
const ROUNDS = isLong ? 160 : 14
const CHANGES_PER_ROUND = isLong ? 25 : 14

// A sale around both clock changes in Europe, America and Australia.
const START = Date.parse('2025-02-20T00:00:00Z')
const END = Date.parse('2026-05-10T00:00:00Z')
const PROJECTS = ['EXACT', 'SMALL', 'x"y', 'toString']
const OFFSETS = ['-03:30', '+00:00', '+05:45', '+14:00']
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']

const random = chance('exactness')
const wallets: [project: string, address: string][] = []
let app: TestApp
let admin: SignedIn

beforeAll(async () => {
  app = await openTestApp()
  admin = await app.signIn('admin')
  for (const id of PROJECTS) await addProject(app.db, { id })
  await registerWallets(60)
  await buy(150)
})
afterAll(() => app.close())

function someInstant(): string {
  return new Date(START + Math.floor(random.next() * (END - START))).toISOString()
}

const someStatus = () =>
  random.weighted<TransactionStatus>([
    ['completed', 6],
    ['pending', 2],
    ['refunded', 1],
    ['failed', 1],
  ])
const someUsd = () => `${random.whole(0, 20_000)}.${String(random.whole(0, 999_999_999))}000000001`

async function registerWallets(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const project = random.weighted(PROJECTS.map((id, place) => [id, 8 - 2 * place]))
    const address = `0x${random.hex(40)}`
    wallets.push([project, address])
    await app.db
      .insertInto('wallets')
      .values({ project_id: project, wallet_address: address, created_at: someInstant() })
      .execute()
  }
}

/** Inserts purchases in one statement, some of one wallet, some at the same time. */
async function buy(count: number): Promise<void> {
  const at = someInstant()
  const rows = Array.from({ length: count }, () => {
    const [project_id, wallet_address] = random.pick(wallets)
    const created_at = random.happens(0.2) ? at : someInstant()
    return {
      project_id,
      wallet_address,
      payment_token_name: random.pick(['ETH', 'USDT', 'BNB']),
      payment_token_amount: '1',
      payment_usd_amount: someUsd(),
      status: someStatus(),
      created_at,
      updated_at: created_at,
      country: random.pick([null, '', 'DE', 'Germany', 'unknown', 'XK']),
      referrer: random.pick([null, 't.me', 'google.com', `https://${'long'.repeat(80)}.example`]),
      utm_source: random.pick([null, 'google', 'x']),
      utm_medium: random.pick([null, 'cpc', 'social']),
    }
  })
  await app.db.insertInto('transactions').values(rows).execute()
}

const somePurchases = (count: number) => sql`id in (select id from transactions
  where id >= ${random.next()}::float8 * (select max(id) from transactions) order by id limit ${count})`

/** What sales and operators do to the rows, in random order. */
const CHANGES: readonly (readonly [change: () => Promise<unknown>, weight: number])[] = [
  [() => buy(1), 8],
  [() => buy(random.whole(2, 6)), 4],
  [() => registerWallets(1), 2],
  [
    () =>
      sql`update transactions set status = ${someStatus()} where ${somePurchases(random.whole(1, 4))}`.execute(
        app.db,
      ),
    6,
  ],
  [
    () =>
      sql`update transactions set status = 'refunded' where ${somePurchases(1)}`.execute(app.db),
    3,
  ],
  [
    () =>
      sql`update transactions set payment_usd_amount = payment_usd_amount + 0.000000000000000001
        where ${somePurchases(3)}`.execute(app.db),
    3,
  ],
  [() => sql`delete from transactions where ${somePurchases(1)}`.execute(app.db), 2],
  [
    () =>
      sql`update transactions set created_at = created_at - interval '5 days 3 hours 7 minutes'
        where ${somePurchases(2)}`.execute(app.db),
    2,
  ],
  [
    () =>
      sql`update transactions set country = 'NP', utm_source = null where ${somePurchases(2)}`.execute(
        app.db,
      ),
    1,
  ],
  [
    () =>
      sql`update wallets set created_at = created_at + interval '11 hours' where wallet_address in
        (select wallet_address from wallets order by wallet_address offset ${random.whole(0, 50)} limit 2)`.execute(
        app.db,
      ),
    1,
  ],
  [
    () =>
      sql`insert into referral_payouts (project_id, transaction_id, wallet_address, amount_before_gas, created_at)
        select project_id, id, '0xreferrer', payment_usd_amount / 10, created_at + interval '40 seconds'
        from transactions where ${somePurchases(2)}`.execute(app.db),
    3,
  ],
  [
    () =>
      sql`delete from referral_payouts where id = (select max(id) from referral_payouts)`.execute(
        app.db,
      ),
    1,
  ],
]

function someQuestion(): Question {
  const projects = PROJECTS.filter(() => random.happens(0.7))
  const unit = random.pick(UNITS)
  const zones = unit === 'hour' ? [...OFFSETS, ...ZONES.slice(0, 2)] : [...OFFSETS, ...ZONES]
  // The limit of 5,000 hourly buckets is 208 days.
  const longest = unit === 'hour' ? 200 * 86_400_000 : END - START + 2e9
  const from = Date.parse(someInstant()) - (random.happens(0.3) ? 1e10 : 0)
  const start = unit !== 'hour' && random.happens(0.25) ? START - 5e9 : from
  const end = start + Math.floor(random.next() * longest)
  return {
    projects: projects.length > 0 ? projects : ['EXACT'],
    start: new Date(start).toISOString(),
    end: new Date(random.happens(0.25) ? Math.min(start + longest, END + 1e9) : end).toISOString(),
    unit,
    zone: random.pick(zones),
  }
}

async function compareAll(question: Question): Promise<void> {
  for (const [path, query] of Object.entries(EXPECTED)) {
    const response = await app.call('GET', `${path}?${toQueryString(question)}`, { as: admin })
    const actual = {
      path,
      question,
      status: response.status,
      response: comparable(JSON.parse(response.text)),
    }
    const expected = {
      path,
      question,
      status: 200,
      response: comparable(await query(app.db, question)),
    }
    expect(actual).toEqual(expected)
  }
}

test('after any purchase, refund, deletion or correction every analytics call equals plain SQL', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < CHANGES_PER_ROUND; i++) await random.weighted(CHANGES)()
    await compareAll(someQuestion())
  }
  for (const project of PROJECTS) expect(await checkProject(app.db, project)).toEqual([])
})

test('each unit in each offset and zone equals plain SQL', async () => {
  for (const zone of [...OFFSETS, ...ZONES]) {
    for (const unit of UNITS) {
      if (unit === 'hour' && zone === 'Australia/Lord_Howe') continue
      const days = unit === 'hour' ? 60 : 500
      const start = unit === 'hour' ? '2025-10-01T07:11:13.017Z' : '2025-03-01T00:00:00.000Z'
      const question = { projects: PROJECTS, unit, zone, start }
      const end = new Date(Date.parse(start) + days * 86_400_000).toISOString()
      const path = '/transactions/records'
      const response = await app.call('GET', `${path}?${toQueryString({ ...question, end })}`, {
        as: admin,
      })
      expect({ zone, unit, response: comparable(JSON.parse(response.text)) }).toEqual({
        zone,
        unit,
        response: comparable((await EXPECTED[path]?.(app.db, { ...question, end })) ?? {}),
      })
    }
  }
})
