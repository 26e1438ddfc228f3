import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
import { chance } from '#server/demo/random.ts'
import { UNITS } from '#src/domain/time/calendar.ts'
import {
  comparable,
  toQueryString,
  EXPECTED,
  type Question,
} from '#tests/support/oracles/analytics-oracle.ts'
import {
  openChangingSale,
  SALE_END,
  SALE_PROJECTS,
  SALE_START,
  type ChangingSale,
} from '#tests/support/oracles/changing-sale.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const ROUNDS = byExtent({ change: 14, long: 160 })
const CHANGES_PER_ROUND = byExtent({ change: 14, long: 25 })

const OFFSETS = ['-03:30', '+00:00', '+05:45', '+14:00']
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']

const random = chance('exactness')
let sale: ChangingSale
let app: TestApp
let admin: SignedIn

beforeAll(async () => {
  app = await openTestApp()
  admin = await app.signIn('admin')
  sale = await openChangingSale(app.db, random)
})
afterAll(() => app.close())

function someQuestion(): Question {
  const projects = SALE_PROJECTS.filter(() => random.happens(0.7))
  const unit = random.pick(UNITS)
  const zones = unit === 'hour' ? [...OFFSETS, ...ZONES.slice(0, 2)] : [...OFFSETS, ...ZONES]
  // The limit of 5,000 hourly buckets is 208 days.
  const longest = unit === 'hour' ? 200 * 86_400_000 : SALE_END - SALE_START + 2e9
  const from = Date.parse(sale.someInstant()) - (random.happens(0.3) ? 1e10 : 0)
  const start = unit !== 'hour' && random.happens(0.25) ? SALE_START - 5e9 : from
  const end = start + Math.floor(random.next() * longest)
  return {
    projects: projects.length > 0 ? projects : ['EXACT'],
    start: new Date(start).toISOString(),
    end: new Date(
      random.happens(0.25) ? Math.min(start + longest, SALE_END + 1e9) : end,
    ).toISOString(),
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
    for (let i = 0; i < CHANGES_PER_ROUND; i++) await sale.change()
    await compareAll(someQuestion())
  }
  for (const project of SALE_PROJECTS) expect(await checkProject(app.db, project)).toEqual([])
})

test('each unit in each offset and zone equals plain SQL', async () => {
  for (const zone of [...OFFSETS, ...ZONES]) {
    for (const unit of UNITS) {
      if (unit === 'hour' && zone === 'Australia/Lord_Howe') continue
      const days = unit === 'hour' ? 60 : 500
      const start = unit === 'hour' ? '2025-10-01T07:11:13.017Z' : '2025-03-01T00:00:00.000Z'
      const question = { projects: SALE_PROJECTS, unit, zone, start }
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
