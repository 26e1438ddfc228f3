import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireApprovals } from '#server/db/records/approvals.ts'
import { chance } from '#server/demo/random.ts'
import { openSale, type Sale } from '#tests/support/calls/approvals.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'

const DAY_MS = 24 * 3_600_000
const random = chance('races of approvals')

let t: TestApp
let sale: Sale
let approvers: SignedIn[]
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  sale = await openSale(t)
  approvers = [sale.approver, await t.signIn('user', [sale.id]), await t.signIn('admin')]
})

const ENDS = {
  approve: { state: 'approved', action: 'approval.approve', credits: 1 },
  reject: { state: 'rejected', action: 'approval.reject', credits: 0 },
  cancel: { state: 'cancelled', action: 'approval.cancel', credits: 0 },
} as const

async function stateOf(id: string) {
  const row = await t.db
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  return row
}

test('20 parallel approvals by three people add one credit', async () => {
  const id = await sale.request()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => sale.decide('approve', id, approvers[n % 3])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect([(await sale.credits()).length, await sale.total()]).toEqual([1, '101'])
  expect(await sale.actions()).toEqual(['approval.request', 'approval.approve'])
})

describe('an account that is disabled meanwhile', () => {
  /** Disables the account in a transaction that has begun before `act` and ends after it. */
  async function disableDuring<Result>(userId: number, act: () => Promise<Result>) {
    const disabling = await t.db.startTransaction().execute()
    await disabling
      .updateTable('users')
      .set({ disabled_at: t.clock.now() })
      .where('id', '=', userId)
      .execute()
    const result = act()
    await disabling.commit().execute()
    return result
  }

  const storedCredits = () =>
    t.db.selectFrom('manual_transactions').select('id').where('project_id', '=', sale.id).execute()

  test('approves nothing', async () => {
    const id = await sale.request()
    const answer = await disableDuring(sale.approver.user.id, () => sale.decide('approve', id))
    expect([401, 403]).toContain(answer.status)
    expect(await storedCredits()).toEqual([])
  })

  test('credits nothing', async () => {
    const { requester } = sale
    const answer = await disableDuring(requester.user.id, () => sale.credit({ tokens: '1' }))
    expect([401, 403]).toContain(answer.status)
    expect(await storedCredits()).toEqual([])
  })
})

describe('approvals, rejections, cancellations and the expiry at once', () => {
  test.each(Array.from({ length: 8 }, (_, n) => n))('have one outcome (%d)', async () => {
    const id = await sale.request()
    const verbs = (['approve', 'reject', 'cancel', 'approve', 'reject', 'cancel'] as const)
      .map((verb) => ({ verb, at: random.next() }))
      .toSorted((a, b) => a.at - b.at)
    const expire = expireApprovals(t.db, new Date(t.clock.now().getTime() + 8 * DAY_MS))
    const answers = await Promise.all(verbs.map(({ verb }) => sale.decide(verb, id)))
    await expire
    const { state, credit_id } = await stateOf(id)
    const actions = await sale.actions()
    const credits = await sale.credits()
    expect(actions).toHaveLength(2)
    for (const [n, { verb }] of verbs.entries())
      expect([verb, answers[n]?.status]).toEqual([verb, state === ENDS[verb].state ? 200 : 409])
    const end = Object.values(ENDS).find((known) => known.state === state)
    expect(actions[1]).toBe(end?.action ?? 'approval.expire')
    expect([credits.length, credit_id !== null]).toEqual([end?.credits ?? 0, end?.credits === 1])
  })
})

test('the wallet has the tokens if the approval came before the cancellation, and only then', async () => {
  const id = await sale.request({ tokens: '150' })
  const [approved, cancelled] = await Promise.all([
    sale.decide('approve', id),
    sale.decide('cancel', id),
  ])
  expect([approved.status, cancelled.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await sale.total()).toBe(approved.status === 200 ? '150' : '0')
})
