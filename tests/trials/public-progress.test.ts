import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillRandomSale, RANDOM_PROJECTS } from '#tests/support/oracles/random-sale.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const NOW = Date.parse('2026-11-20T13:40:00.000Z')
const SECONDS = 5
const A_SECOND = byExtent({ change: 500, long: 2000 })
const CONNECTIONS = 50
const [PROJECT = ''] = RANDOM_PROJECTS

let database: TestDatabase
let app: TestApp
let url: string
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Every statement, as the database is asked. */
const statements: string[] = []
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements.push(JSON.stringify(node))
    return node
  },
  transformResult: async ({ result }) => result,
}
const reads = (what: string) => statements.filter((one) => one.includes(what)).length

beforeAll(async () => {
  database = await openTestDatabase()
  await fillRandomSale(
    (statement, params) => {
      const [start = '', end = ''] = statement.split('$1')
      return sql`${sql.raw(start)}${params[0]}${sql.raw(end)}`.execute(database.db)
    },
    {
      seed: 'progress',
      now: NOW,
      days: 200,
      wallets: 200,
      purchases: byExtent({ change: 600, long: 5000 }),
    },
  )
  app = await openTestApp({ db: database.db.withPlugin(counting) })
  app.clock.set(new Date(NOW).toISOString())
  url = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  agent.destroy()
  await app.close()
  await database.close()
})

function requestProgress(): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    get(
      `${url}/v1/public/projects/${encodeURIComponent(PROJECT)}/progress`,
      { agent },
      (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject)
      },
    ).on('error', reject)
  })
}

test('the public progress of a busy site costs one read in 5 s, and shows nothing but what was chosen', async () => {
  const admin = await app.signIn('admin')
  const fields = ['stage', 'raised_usd']
  const saved = await app.call('PUT', `/projects/${encodeURIComponent(PROJECT)}/progress`, {
    as: admin,
    body: { public: 1, fields },
  })
  expect(saved.status).toBe(200)
  statements.length = 0
  const answers = new Set<string>()
  // The app's clock goes on as if the requests came at this rate, however fast they are answered.
  const requests = SECONDS * A_SECOND
  for (let sent = 0; sent < requests; sent += CONNECTIONS) {
    for (const { status, body } of await Promise.all(
      Array.from({ length: CONNECTIONS }, requestProgress),
    )) {
      expect(status).toBe(200)
      answers.add(body)
    }
    app.clock.set(new Date(NOW + Math.floor(((sent + 1) * 1000) / A_SECOND)).toISOString())
  }
  expect([reads('public_fields'), reads('is_off')]).toEqual([1, 1])
  const [only = '', ...others] = answers
  expect(others).toEqual([])
  expect(Object.keys(JSON.parse(only))).toEqual(['as_of', ...fields])

  app.clock.advance(SECONDS * 1000)
  await Promise.all(Array.from({ length: CONNECTIONS }, requestProgress))
  expect([reads('public_fields'), reads('is_off')]).toEqual([2, 2])
})
