import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import type { Call } from '#src/wire/call.ts'
import { calls } from '#src/wire/calls.ts'
import { importCalls } from '#tests/support/calls/import-calls.ts'
import { PURCHASE_HEADER, purchaseLine } from '#tests/support/oracles/purchase-file.ts'
import { openTestApp, type Answer, type TestApp } from '#tests/support/server/app.ts'
import { cpuTimeOf, leastCpuTimeOf } from '#tests/support/server/cpu-time.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'
import { makeFixtures, type Fixtures } from './fixtures.ts'
import { nextBadRequest, type BadRequest } from './fuzz.ts'
import { NAMES, rows } from './rows.ts'

const COUNT = byExtent({ change: 400, long: 2000 })
const LIMIT_MS = 100
/** Repeats a slow request, because garbage collection may slow down a single one. */
const SPEED_ATTEMPTS = 4

let t: TestApp
let fixtures: Fixtures
beforeAll(async () => {
  t = await openTestApp()
  fixtures = await makeFixtures(t)
})
afterAll(() => t.close())

async function send({ method, path, problem: _problem, ...rest }: BadRequest): Promise<Answer> {
  return t.call(method, path, rest)
}

function findError({ status, body, text }: Answer): string | null {
  if (status < 400 || status > 499) return `answered ${status}: ${text.slice(0, 300)}`
  const keys = Object.keys(body ?? {})
    .toSorted()
    .join()
  if (keys !== 'code,message' || body.code !== status || typeof body.message !== 'string')
    return `the body is ${text.slice(0, 300)}`
  if (/\n\s+at |node_modules|select \S+ from|insert into|\.ts:\d/i.test(body.message))
    return `the message contains internals: ${body.message}`
  return null
}

test(`${COUNT} bad requests get the contract's error, without delay`, async () => {
  const random = randomNumbers(20_261_120)
  const errors: string[] = []
  for (let i = 0; i < COUNT; i++) {
    const request = await nextBadRequest(random, fixtures)
    let answer: Answer | undefined
    const ms = await cpuTimeOf(async () => {
      answer = await send(request)
    })
    if (!answer) throw new Error('Nothing was sent')
    const error = findError(answer)
    const description = `${request.problem}: ${request.method} ${request.path.slice(0, 200)}`
    if (error) errors.push(`${description} ${error}`)
    if (ms > LIMIT_MS && (await leastCpuTimeOf(() => send(request), SPEED_ATTEMPTS)) > LIMIT_MS)
      errors.push(`${description} took ${ms} ms`)
  }
  expect(errors).toEqual([])
})

// Texts across the limits of fields.

/** Two UTF-16 units each: a cut after any even number of units is within one, or with the `x` any odd one. */
const emoji = (start: '' | 'x', length: number) => start + '😀'.repeat((length - start.length) / 2)
/** The limits of the wire are below the last one, which every field refuses. */
const LENGTHS = [100, 128, 160, 200, 300, 500, 1000, 4000]
const TEXTS = LENGTHS.flatMap((length) => [emoji('', length), emoji('x', length + 1)])

/** Half a character, or the sign that replaces one. */
const BROKEN = /\p{Surrogate}|\\ud[89a-f]|\uFFFD/iu

type Path = readonly string[]

/** The places of all texts of a value. */
function textsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return []
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, [...path, key]))
}

function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  if (Array.isArray(value))
    return value.map((part, at) => (String(at) === key ? withText(part, rest, text) : part))
  // Every step of a path leads into an object.
  const record = value as Record<string, unknown>
  return { ...record, [key]: withText(record[key], rest, text) }
}

const SENT = NAMES.filter((name) => {
  const { body }: Call = calls[name]
  return typeof body === 'object'
})

test.each(SENT)('%s takes or refuses an emoji across every limit', async (name) => {
  const make = async () =>
    (await rows[name].make('own', fixtures, 'admin')) ??
    (await rows[name].make('none', fixtures, 'admin'))
  const problems: string[] = []
  const places = textsOf((await make())?.body)
  for (const place of places)
    for (const text of TEXTS) {
      const request = await make()
      if (!request) throw new Error(`${name} has no valid request`)
      const { method, path, ...rest } = request
      const answer = await t.call(method, path, {
        as: fixtures.actors.admin,
        ...rest,
        body: withText(rest.body, place, text),
        headers: { ...rest.headers, 'user-agent': text },
      })
      const outcome = `${place.join('.')} of ${text.length}: ${answer.status} ${answer.text}`
      if (answer.status >= 500 || BROKEN.test(answer.text)) problems.push(outcome)
    }
  expect(problems).toEqual([])
})

test('what was recorded of them is whole', async () => {
  const { body, text } = await t.call('GET', '/audit?limit=100', { as: fixtures.actors.admin })
  expect(body.results.length).toBeGreaterThan(0)
  expect(BROKEN.test(text)).toBe(false)
})

test.each(['', 'x'] as const)('cells of a file are shown whole after "%s"', async (start) => {
  const admin = await t.signIn('admin')
  const { upload, check, post } = importCalls(t, admin, fixtures.own.id)
  const cell = emoji(start, 300 + start.length)
  const lines = [PURCHASE_HEADER, purchaseLine(1, { usd: cell, note: cell })].join('\n')
  const uploaded = await upload(lines)
  expect(uploaded.state).toBe('uploaded')
  const checked = await check(lines, { name: `${emoji(start, 40 + start.length)}.csv` })
  expect([checked.state, checked.refusals.length]).toEqual(['checked', 1])
  expect(BROKEN.test(JSON.stringify([uploaded, checked]))).toBe(false)
  // One file at a time.
  await post(uploaded.id, 'discard')
  await post(checked.id, 'discard')
})
