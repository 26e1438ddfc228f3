import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { postCode } from '#src/features/bonus-codes/bonus-code-form.ts'
import { leaveSession } from '#src/state/session.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { postCredit } from './credit-form.ts'

const AT = '2026-11-20T12:00:00.000Z'
const wallet = {
  created_at: AT,
  min_referral_spend: null,
  project_id: 'AURA/1',
  referral_payout_percentage: null,
  referral_token_bonus_percentage: null,
  referred_by: null,
  total_tokens: '0',
  wallet_address: '0xabc',
  referral_code: null,
  referral_code_applied_at: null,
}
const credit = {
  authorizer: null,
  created_at: AT,
  id: '1',
  project_id: 'AURA/1',
  reason: 'a gift',
  tokens: '500',
  updated_at: AT,
  wallet_address: '0xabc',
}
const code = {
  id: '1',
  project_id: 'AURA',
  code: 'HALF',
  percentage: 50,
  start_date: null,
  end_date: null,
  uses: 0,
  max_uses: null,
  disabled: 0,
  tokens_come_from_stage_tokens: 0,
  created_at: AT,
}

let sent: { url: string; call: RequestInit }[] = []
let answer: () => Response | Promise<Response>

beforeEach(() => {
  sent = []
  signInHere()
  vi.stubGlobal('fetch', async (url: string, call: RequestInit) => {
    sent.push({ url, call })
    const stopped = new Promise<never>((_resolve, reject) => {
      call.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
    return Promise.race([answer(), stopped])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  leaveSession()
})

const body = { tokens: '500', reason: 'a gift' }
const creditNow = (ms?: number) => postCredit({ key: 'k1', sentAt: 0, what: { wallet, body } }, ms)
const codeBody = {
  project_id: 'AURA',
  code: 'HALF',
  percentage: 50,
  tokens_come_from_stage_tokens: 0 as const,
}
type What = Parameters<typeof postCode>[0]['what']
const codeNow = (ms?: number) =>
  // The form is not sent.
  postCode({ key: 'k1', sentAt: 0, what: { body: codeBody } as What }, ms)

test.each([
  ['credit', creditNow, credit, '/v1/wallets/AURA%2F1/0xabc/transactions/manual', body],
  ['bonus code', codeNow, code, '/v1/bonus-codes', codeBody],
] as const)('a %s is sent with its key and its request', async (...args) => {
  const [, act, made, url, request] = args
  answer = () => Response.json(made, { status: 201 })
  expect(await act()).toEqual(made)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.url).toBe(url)
  expect(new Headers(sent[0]?.call.headers).get('idempotency-key')).toBe('k1')
  expect(await new Response(sent[0]?.call.body ?? null).json()).toEqual(request)
})

test.each<[string, (ms?: number) => ReturnType<SendWrite<never, unknown>>]>([
  ['credit', creditNow],
  ['bonus code', codeNow],
])('a try of a %s ends when its time is over, which may be shorter', async (_what, act) => {
  answer = () => new Promise(() => {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const short = act(5000).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await short).toMatchObject({ kind: 'timeout' })
  let isOver = false
  const long = act()
    .catch((error: unknown) => error)
    .finally(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await long).toMatchObject({ kind: 'timeout' })
})
