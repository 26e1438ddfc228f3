import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireApprovals } from '#server/db/records/approvals.ts'
import { chance } from '#server/demo/random.ts'
import { openSale, type Sale } from '#tests/support/calls/approvals.ts'
import { openTestApp, type Answer, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
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

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

async function credit(...tokens: string[]): Promise<number[]> {
  const answers: Answer[] = []
  for (const amount of tokens) answers.push(await sale.credit({ tokens: amount }))
  return statuses(answers)
}

describe('a credit above the limit', () => {
  test('adds nothing and answers with its request', async () => {
    const { status, body } = await sale.credit({ tokens: '100.000000000000000001' })
    const now = t.clock.now()
    expect([status, body]).toEqual([
      202,
      {
        approval: {
          id: expect.any(String),
          kind: 'credit',
          project_id: sale.id,
          wallet_address: sale.wallet,
          tokens: '100.000000000000000001',
          reason: 'Compensation for ticket 4182',
          transaction_id: null,
          reversed_id: null,
          successor: null,
          requested_by: sale.requester.user.email,
          requested_at: now.toISOString(),
          expires_at: new Date(now.getTime() + 7 * DAY_MS).toISOString(),
          state: 'pending',
          decided_by: null,
          decided_at: null,
          is_own: 1,
        },
      },
    ])
    expect([await sale.credits(), await sale.total()]).toEqual([[], '0'])
    const { body: timeline } = await t.call(
      'GET',
      `/wallets/${sale.id}/${sale.wallet}/timeline?kinds=credit&kinds=override&kinds=audit`,
      { as: sale.approver },
    )
    expect(timeline.results).toEqual([])
  })

  test('is audited and announced to everybody of the project who may decide, but not its requester', async () => {
    const reader = await t.signIn('user', [sale.id], { may_write: false })
    const id = await sale.request({ tokens: '250.50' })
    const entry = await t.db
      .selectFrom('audit_log')
      .selectAll()
      .where('project_id', '=', sale.id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'approval.request',
      object_type: 'approval',
      object_id: id,
      actor: sale.requester.user.email,
      after: { tokens: '250.5', wallet_address: sale.wallet },
    })
    const events = await t.db
      .selectFrom('alert_events')
      .select(['user_id', 'kind', 'data'])
      .where('project_id', '=', sale.id)
      .execute()
    expect(events).toContainEqual({
      user_id: sale.approver.user.id,
      kind: 'approval_requested',
      data: {
        approval_id: id,
        kind: 'credit',
        tokens: '250.5',
        wallet_address: sale.wallet,
        by: sale.requester.user.email,
      },
    })
    const receivers = events.map(({ user_id }) => user_id)
    expect(receivers).not.toContain(sale.requester.user.id)
    expect(receivers).not.toContain(reader.user.id)
  })
})

test.each([
  ['at the limit', ['100'], [201]],
  ['above it by the last place', ['100.000000000000000001'], [202]],
  ['together at the limit', ['60', '40'], [201, 201]],
  ['together above it', ['60', '40', '0.000000000000000001'], [201, 201, 202]],
  ['of zero tokens at the limit', ['100', '0'], [201, 201]],
  ['of 1 token each', Array<string>(101).fill('1'), [...Array<number>(100).fill(201), 202]],
])('credits %s have their statuses', async (_name, tokens, expected) => {
  expect(await credit(...tokens)).toEqual(expected)
})

test('a limit of zero lets only credits of zero tokens pass', async () => {
  sale = await openSale(t, '0')
  expect(await credit('0', '0.000000000000000001')).toEqual([201, 202])
})

test('requests that wait count, so a credit is not split into small ones after them', async () => {
  expect(await credit('101', '1')).toEqual([202, 202])
})

test.each(['reject', 'cancel'] as const)('after a %s only real credits count', async (verb) => {
  expect(await credit('60')).toEqual([201])
  const id = await sale.request({ tokens: '41' })
  await sale.decide(verb, id)
  expect(await credit('40', '1')).toEqual([201, 202])
})

test('an approved credit counts from its approval on', async () => {
  const id = await sale.request({ tokens: '101' })
  await sale.wait(2 * DAY_MS)
  expect((await sale.decide('approve', id)).status).toBe(200)
  expect(await credit('1')).toEqual([202])
})

test('a credit counts until it is 24 hours old', async () => {
  expect(await credit('100')).toEqual([201])
  await sale.wait(DAY_MS - 1)
  expect(await credit('1')).toEqual([202])
  await sale.wait(1)
  // The request of one token is young.
  expect(await credit('99', '1')).toEqual([201, 202])
})

test('the credits of others and those in other projects do not count', async () => {
  const other = await addProject(t.db, { credit_approval_over: '100' })
  await addWallet(t.db, { project_id: other.id, wallet_address: sale.wallet })
  await t.db
    .insertInto('memberships')
    .values({
      user_id: sale.requester.user.id,
      project_id: other.id,
      created_at: t.clock.now(),
    })
    .execute()
  expect(
    statuses([
      await sale.credit({ tokens: '100' }),
      await sale.credit({ tokens: '100' }, sale.approver),
      await sale.credit({ tokens: '100', project: other.id }),
      await sale.credit({ tokens: '1', project: other.id }),
      await sale.credit({ tokens: '1' }, sale.approver),
    ]),
  ).toEqual([201, 201, 201, 202, 202])
})

test('credits to several wallets count together', async () => {
  const wallets = [someAddress(), someAddress()]
  for (const wallet_address of wallets)
    await addWallet(t.db, { project_id: sale.id, wallet_address })
  const answers = []
  for (const wallet of wallets) answers.push(await sale.credit({ tokens: '51', wallet }))
  expect(statuses(answers)).toEqual([201, 202])
})

test('of parallel credits to several wallets no more than the limit are added', async () => {
  const wallets = Array.from({ length: 10 }, someAddress)
  for (const wallet_address of wallets)
    await addWallet(t.db, { project_id: sale.id, wallet_address })
  const answers = await Promise.all(
    wallets.flatMap((wallet) => [
      sale.credit({ tokens: '30', wallet }),
      sale.credit({ tokens: '30', wallet }),
    ]),
  )
  expect(statuses(answers).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(3).fill(201),
    ...Array<number>(17).fill(202),
  ])
  expect(await sale.credits()).toHaveLength(3)
})

test('without a limit every credit is added', async () => {
  sale = await openSale(t, null)
  expect(await credit('99999999999999999999.999999999999999999', '1')).toEqual([201, 201])
})

describe('with a key', () => {
  test('a repeat gets the first request again, with its status', async () => {
    const first = await sale.credit({ key: 'once' })
    await sale.decide('approve', first.body.approval.id)
    const again = await sale.credit({ key: 'once' })
    expect([again.status, again.body]).toEqual([202, first.body])
    expect(await sale.credits()).toHaveLength(1)
    const { status } = await t.db
      .selectFrom('idempotency_keys')
      .select('status')
      .where('user_id', '=', sale.requester.user.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe(202)
  })

  test('20 concurrent requests make one, and another body is a conflict', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sale.credit({ key: 'storm' })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(statuses(answers))).toEqual(new Set([202]))
    const { body } = await t.call('GET', `/approvals?projects=${sale.id}`, { as: sale.approver })
    expect(body.results).toHaveLength(1)
    expect((await sale.credit({ key: 'storm', tokens: '102' })).status).toBe(409)
  })
})

describe('a purchase', () => {
  const buy = async () =>
    String(
      (
        await addTransaction(t.db, {
          project_id: sale.id,
          wallet_address: sale.wallet,
          status: 'failed',
        })
      ).id,
    )

  test('has one request at most, and no credit beside it', async () => {
    const transactionId = await buy()
    const { body } = await sale.credit({ transactionId })
    expect(body.approval.transaction_id).toBe(transactionId)
    for (const tokens of ['1', '101'])
      expect(await sale.credit({ tokens, transactionId }, sale.approver)).toMatchObject({
        status: 409,
        body: { message: 'A credit for this purchase waits for approval' },
      })
    expect(await sale.decide('approve', body.approval.id)).toMatchObject({
      status: 200,
      body: { transaction: { transaction_id: transactionId } },
    })
    expect(await sale.credit({ transactionId })).toMatchObject({
      status: 409,
      body: { message: 'This purchase was credited before' },
    })
  })

  test('of two requests at once has one', async () => {
    const transactionId = await buy()
    const answers = await Promise.all([
      sale.credit({ transactionId }),
      sale.credit({ transactionId }, sale.approver),
    ])
    expect(statuses(answers).toSorted((a, b) => a - b)).toEqual([202, 409])
  })

  test.each(['reject', 'cancel'] as const)('is free again after a %s', async (verb) => {
    const transactionId = await buy()
    await sale.decide(verb, await sale.request({ transactionId }))
    expect((await sale.credit({ transactionId })).status).toBe(202)
  })

  test('is free again once its request has expired, before housekeeping', async () => {
    const transactionId = await buy()
    await sale.request({ transactionId })
    await sale.wait(7 * DAY_MS)
    expect((await sale.credit({ transactionId })).status).toBe(202)
    expect(await sale.actions()).toEqual([
      'approval.request',
      'approval.expire',
      'approval.request',
    ])
  })
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
