import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomNumbers } from '#server/demo/random.ts'
import { openTestApp, type Answer, type TestApp } from '#tests/support/app.ts'
import { cpuTimeOf, leastCpuTimeOf } from '#tests/support/cpu-time.ts'
import { byExtent } from '#tests/support/test-extent.ts'
import { makeFixtures, type Fixtures } from './fixtures.ts'
import { nextBadRequest, type BadRequest } from './fuzz.ts'

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
