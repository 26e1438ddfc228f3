import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Answer, type TestApp } from '#tests/support/app.ts'
import { cpuTimeOf, leastCpuTimeOf } from '#tests/support/cpu-time.ts'
import { makeFixtures, type Fixtures } from './fixtures.ts'
import { randomNumbers } from '#server/demo/random.ts'
import { nextBadRequest, type BadRequest } from './fuzz.ts'

const COUNT = process.env['SALEROOM_LONG'] ? 2000 : 400
const LIMIT_MS = 100
/** A pause of the garbage collector can hit one answer, but hardly the same one again and again. */
const SPEED_TRIES = 4

let t: TestApp
let estate: Fixtures
beforeAll(async () => {
  t = await openTestApp()
  estate = await makeFixtures(t)
})
afterAll(() => t.close())

async function send({ method, path, what: _what, ...rest }: BadRequest): Promise<Answer> {
  return t.call(method, path, rest)
}

function faultOf({ status, body, text }: Answer): string | null {
  if (status < 400 || status > 499) return `answered ${status}: ${text.slice(0, 300)}`
  const keys = Object.keys(body ?? {})
    .toSorted()
    .join()
  if (keys !== 'code,message' || body.code !== status || typeof body.message !== 'string')
    return `the body is ${text.slice(0, 300)}`
  if (/\n\s+at |node_modules|select \S+ from|insert into|\.ts:\d/i.test(body.message))
    return `the message tells of the inside: ${body.message}`
  return null
}

test(`${COUNT} bad requests are refused in the contract's words, each at once`, async () => {
  const random = randomNumbers(20_261_120)
  const faults: string[] = []
  for (let i = 0; i < COUNT; i++) {
    const request = await nextBadRequest(random, estate)
    let answer: Answer | undefined
    const ms = await cpuTimeOf(async () => {
      answer = await send(request)
    })
    if (!answer) throw new Error('Nothing was sent')
    const fault = faultOf(answer)
    const spelled = `${request.what}: ${request.method} ${request.path.slice(0, 200)}`
    if (fault) faults.push(`${spelled} ${fault}`)
    if (ms > LIMIT_MS && (await leastCpuTimeOf(() => send(request), SPEED_TRIES)) > LIMIT_MS)
      faults.push(`${spelled} took ${ms} ms`)
  }
  expect(faults).toEqual([])
})
