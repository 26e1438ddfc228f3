import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  accountOfChallenge,
  countChallengeTry,
  isChallenge,
  issueChallenge,
  spendChallenge,
} from './challenges.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const secret = randomBytes(32)
const holder = { purpose: 'step-up', userId: 7, binding: 'session 1' } as const
const at = (ms: number) => new Date(Date.parse('2026-11-20T12:00:00.000Z') + ms)

test('a challenge names its account and is as long as its random bytes and signature', () => {
  const challenge = issueChallenge(secret, holder, at(0))
  expect(accountOfChallenge(challenge)).toBe(7)
  expect(Buffer.from(challenge, 'base64url')).toHaveLength(46)
  expect(issueChallenge(secret, holder, at(0))).not.toBe(challenge)
})

test('a challenge holds for its account, purpose, binding and secret, for five minutes', () => {
  const challenge = issueChallenge(secret, holder, at(0))
  const holds = (other: object, now = at(0), key = secret) =>
    isChallenge(key, challenge, { ...holder, ...other }, now)
  expect(holds({})).toBe(true)
  expect(holds({}, at(299_999))).toBe(true)
  expect(holds({}, at(300_000))).toBe(false)
  expect(holds({}, at(-1))).toBe(false)
  expect(holds({ userId: 8 })).toBe(false)
  expect(holds({ purpose: 'step-up-factors' })).toBe(false)
  expect(holds({ binding: 'session 2' })).toBe(false)
  expect(holds({}, at(0), randomBytes(32))).toBe(false)
})

test('every changed byte makes a challenge invalid', () => {
  const bytes = Buffer.from(issueChallenge(secret, holder, at(0)), 'base64url')
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index)
    const challenge = changed.toString('base64url')
    // With the account that it now names, so that only the signature refuses it.
    const userId = accountOfChallenge(challenge) ?? 0
    expect(isChallenge(secret, challenge, { ...holder, userId }, at(0))).toBe(false)
  }
  for (const text of ['', 'x', 'no challenge', bytes.subarray(1).toString('base64url')])
    expect(isChallenge(secret, text, holder, at(0))).toBe(false)
})

test('another spelling of a challenge is none, so it has no tries of its own', () => {
  const challenge = issueChallenge(secret, holder, at(0))
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(challenge.at(-1) ?? '')
  const variants = [
    `${challenge}=`,
    ` ${challenge}`,
    `${challenge.slice(0, 9)} ${challenge.slice(9)}`,
    // The last letter has unused bits.
    challenge.slice(0, -1) + letters[last + 1],
  ]
  for (const variant of variants) {
    expect(Buffer.from(variant, 'base64url')).toEqual(Buffer.from(challenge, 'base64url'))
    expect(isChallenge(secret, variant, holder, at(0))).toBe(false)
  }
})

test('a challenge has five tries and is spent once, also by twenty at the same time', async () => {
  const now = at(0)
  const tried = issueChallenge(secret, holder, now)
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => countChallengeTry(t.db, tried, now)),
  )
  expect(tries.filter(Boolean)).toHaveLength(5)

  const spent = issueChallenge(secret, holder, now)
  expect(await countChallengeTry(t.db, spent, now)).toBe(true)
  const uses = await Promise.all(
    Array.from({ length: 20 }, () => inTransaction(t.db, (tx) => spendChallenge(tx, spent))),
  )
  expect(uses.filter(Boolean)).toHaveLength(1)
  expect(await countChallengeTry(t.db, spent, now)).toBe(false)
})
