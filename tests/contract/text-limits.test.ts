import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#src/wire/call.ts'
import { calls, type CallName } from '#src/wire/calls.ts'
import { openTestApp, type TestApp } from '#tests/support/app.ts'
import { importCalls } from '#tests/support/import-calls.ts'
import { PURCHASE_HEADER, purchaseLine } from '#tests/support/purchase-file.ts'
import { makeFixtures, type Fixtures } from './fixtures.ts'
import { rows } from './rows.ts'

let t: TestApp
let fixtures: Fixtures
beforeAll(async () => {
  t = await openTestApp()
  fixtures = await makeFixtures(t)
})
afterAll(() => t.close())

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

const NAMES = (Object.keys(rows) as CallName[]).filter((name) => {
  const { body }: Call = calls[name]
  return typeof body === 'object'
})

test.each(NAMES)('%s takes or refuses an emoji across every limit', async (name) => {
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
      const told = `${place.join('.')} of ${text.length}: ${answer.status} ${answer.text}`
      if (answer.status >= 500 || BROKEN.test(answer.text)) problems.push(told)
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
