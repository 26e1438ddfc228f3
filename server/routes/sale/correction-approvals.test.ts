import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireApprovals } from '#server/db/records/approvals.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { openSale, type Sale } from '#tests/support/calls/approvals.ts'
import {
  CORRECTION_REASON,
  correctionsOf,
  type Corrections,
} from '#tests/support/calls/corrections.ts'
import { openTestApp, type Answer, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addBonusTransaction, addWallet, someAddress } from '#tests/support/server/builders.ts'

const DAY_MS = 24 * 3_600_000

let t: TestApp
let sale: Sale
let corrections: Corrections
let successor: string
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  sale = await openSale(t, '1049')
  corrections = correctionsOf(t, sale)
  successor = someAddress()
})

const setLimit = (credit_approval_over: string | null) =>
  t.db.updateTable('projects').set({ credit_approval_over }).where('id', '=', sale.id).execute()
const setVoided = (id: string) =>
  t.db
    .updateTable('transactions')
    .set({
      voided_at: t.clock.now(),
      voided_by: 'earlier@saleroom.example',
      void_reason: 'a mistake',
    })
    .where('id', '=', Number(id))
    .execute()
const page = async (path: string) => (await t.call('GET', path, { as: sale.approver })).body

interface Kind {
  /** Makes the record. @returns its id */
  make(): Promise<string>
  request(id: string, as?: SignedIn): Promise<Answer>
  /** Whether it has been carried out. */
  isDone(id: string): Promise<boolean>
  tokens: string
  of(id: string): object
  action: string
}

const NOTHING = { transaction_id: null, reversed_id: null, successor: null }
const KINDS: Record<'void' | 'restore' | 'reverse' | 'successor', Kind> = {
  void: {
    make: () => corrections.buy(),
    request: (id, as) => corrections.voidPurchase(id, as && { as }),
    isDone: async (id) =>
      (await page(`/transactions/${sale.id}/${id}`)).transaction.voided?.by ===
      sale.requester.user.email,
    tokens: '1050',
    of: (transaction_id) => ({ ...NOTHING, transaction_id }),
    action: 'transaction.void',
  },
  restore: {
    async make() {
      const id = await corrections.buy()
      await setVoided(id)
      return id
    },
    request: (id, as) => corrections.restore(id, as && { as }),
    isDone: async (id) =>
      (await page(`/transactions/${sale.id}/${id}`)).transaction.voided === null,
    tokens: '1050',
    of: (transaction_id) => ({ ...NOTHING, transaction_id }),
    action: 'transaction.restore',
  },
  reverse: {
    make: () => corrections.addCredit({ tokens: '1049.5' }),
    request: (id, as) => corrections.reverse(id, as && { as }),
    isDone: async () => (await sale.total()) === '0',
    tokens: '1049.5',
    of: (reversed_id) => ({ ...NOTHING, reversed_id }),
    action: 'manual_transaction.reverse',
  },
  successor: {
    // Less than the limit: what it is owed later counts too.
    async make() {
      await corrections.addCredit()
      return ''
    },
    request: (_id, as) => corrections.setSuccessor(successor, sale.wallet, as),
    isDone: async () =>
      (await page(`/wallets/${sale.id}/${sale.wallet}`)).wallet.successor === successor,
    tokens: '10',
    of: () => ({ ...NOTHING, successor }),
    action: 'wallet.successor',
  },
}

describe.each(['void', 'restore', 'reverse', 'successor'] as const)(
  'above the limit, %s',
  (name) => {
    const kind = KINDS[name]

    test('waits for a second person, who carries it out in the name of the first', async () => {
      const id = await kind.make()
      const { status, body } = await kind.request(id)
      expect([status, body.approval]).toMatchObject([
        202,
        {
          kind: name,
          wallet_address: sale.wallet,
          tokens: kind.tokens,
          reason: CORRECTION_REASON,
          requested_by: sale.requester.user.email,
          state: 'pending',
          ...kind.of(id),
        },
      ])
      expect(await kind.isDone(id)).toBe(false)
      expect((await sale.decide('approve', body.approval.id, sale.requester)).status).toBe(403)
      const approved = await sale.decide('approve', body.approval.id)
      expect([approved.status, approved.body.approval]).toMatchObject([
        200,
        { state: 'approved', decided_by: sale.approver.user.email },
      ])
      expect(await kind.isDone(id)).toBe(true)
      expect(approved.body.transaction?.id).toBe(name === 'reverse' ? id : undefined)
      expect(await sale.decide('approve', body.approval.id)).toMatchObject({
        status: 200,
        body: approved.body,
      })
      expect(await sale.actions()).toEqual(['approval.request', kind.action, 'approval.approve'])
      expect(await checkProject(t.db, sale.id)).toEqual([])
    })

    test('has one request at most, of which two at once make one', async () => {
      const id = await kind.make()
      const answers = await Promise.all([kind.request(id), kind.request(id, sale.approver)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
      await setLimit(null)
      expect(await kind.request(id)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('waits for approval') },
      })
    })

    test.each(['reject', 'cancel'] as const)('changes nothing after a %s', async (verb) => {
      const id = await kind.make()
      const { body } = await kind.request(id)
      expect((await sale.decide(verb, body.approval.id)).status).toBe(200)
      expect(await kind.isDone(id)).toBe(false)
      expect((await kind.request(id)).status).toBe(202)
    })

    test('expires, and can be requested again before housekeeping', async () => {
      const id = await kind.make()
      await kind.request(id)
      await sale.wait(7 * DAY_MS)
      const { body } = await kind.request(id)
      expect(body.approval.state).toBe('pending')
      await expireApprovals(t.db, new Date(t.clock.now().getTime() + 8 * DAY_MS))
      expect(await sale.decide('approve', body.approval.id)).toMatchObject({ status: 409 })
      expect(await kind.isDone(id)).toBe(false)
      expect(await sale.actions()).toEqual([
        'approval.request',
        'approval.expire',
        'approval.request',
        'approval.expire',
      ])
    })

    test('is refused if its requester has left the project', async () => {
      const id = await kind.make()
      const { body } = await kind.request(id)
      await t.db.deleteFrom('memberships').where('user_id', '=', sale.requester.user.id).execute()
      expect(await sale.decide('approve', body.approval.id)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(`${sale.requester.user.email} may no longer`) },
      })
      expect(await kind.isDone(id)).toBe(false)
    })
  },
)

test('an earlier version, which takes every request for a credit, cannot approve a correction', async () => {
  const { body } = await corrections.voidPurchase(await corrections.buy())
  const credit_id = Number(await corrections.addCredit())
  const decided = { decider_id: sale.approver.user.id, decided_at: t.clock.now() }
  const approve = t.db
    .updateTable('approvals')
    .set({ ...decided, state: 'approved', credit_id })
    .where('id', '=', Number(body.approval.id))
    .execute()
  await expect(approve).rejects.toThrow('approvals_credit')
})

test('at the limit, a purchase with its bonuses is voided at once', async () => {
  await setLimit('1050')
  const id = await corrections.buy()
  expect((await corrections.voidPurchase(id)).status).toBe(200)
  expect((await corrections.restore(id)).status).toBe(200)
  const credit = await corrections.addCredit({ tokens: '1050' })
  expect((await corrections.reverse(credit)).status).toBe(200)
})

test('requests of corrections do not count into the limit of credits', async () => {
  await corrections.voidPurchase(await corrections.buy())
  expect((await sale.credit({ tokens: '1049' })).status).toBe(201)
})

describe('what changed since the request is a conflict', () => {
  test('a purchase that was voided meanwhile, naming by whom', async () => {
    const id = await corrections.buy()
    const { body } = await corrections.voidPurchase(id)
    await setVoided(id)
    expect(await sale.decide('approve', body.approval.id)).toMatchObject({
      status: 409,
      body: { message: 'This purchase was voided by earlier@saleroom.example' },
    })
  })

  test('a purchase that has more tokens now, or is another wallet’s', async () => {
    const id = await corrections.buy()
    const { body } = await corrections.voidPurchase(id)
    const bonus = await addBonusTransaction(t.db, {
      project_id: sale.id,
      transaction_id: Number(id),
      wallet_address: sale.wallet,
    })
    expect(await sale.decide('approve', body.approval.id)).toMatchObject({
      status: 409,
      body: {
        message:
          'It was 1050 tokens when this was requested and is 1100 now: reject this request, then request it again',
      },
    })
    await t.db.deleteFrom('bonus_transactions').where('id', '=', bonus.id).execute()
    const other = await addWallet(t.db, { project_id: sale.id })
    await t.db
      .updateTable('transactions')
      .set({ wallet_address: other.wallet_address })
      .where('id', '=', Number(id))
      .execute()
    expect((await sale.decide('approve', body.approval.id)).body.message).toBe(
      'The purchase now belongs to another wallet',
    )
  })

  test('a credit that was reversed meanwhile', async () => {
    const id = await corrections.addCredit({ tokens: '5000' })
    const { body } = await corrections.reverse(id)
    await t.db
      .insertInto('credit_reversals')
      .values({
        credit_id: Number(id),
        project_id: sale.id,
        at: t.clock.now(),
        by: 'earlier@saleroom.example',
        reason: 'a mistake',
      })
      .execute()
    expect(await sale.decide('approve', body.approval.id)).toMatchObject({
      status: 409,
      body: { message: 'This credit was reversed by earlier@saleroom.example' },
    })
  })

  test('a successor that would be a chain by now', async () => {
    await addWallet(t.db, { project_id: sale.id, wallet_address: successor })
    const { body } = await corrections.setSuccessor(successor)
    await t.db
      .updateTable('wallets')
      .set({ successor: someAddress() })
      .where('project_id', '=', sale.id)
      .where('wallet_address', '=', successor)
      .execute()
    expect(await sale.decide('approve', body.approval.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has a successor itself') },
    })
  })

  test('a credit for a purchase that was voided meanwhile', async () => {
    const transactionId = await corrections.buy({ status: 'failed' })
    const id = await sale.request({ tokens: '5000', transactionId })
    expect((await corrections.voidPurchase(transactionId)).body.message).toBe(
      'A credit for this purchase waits for approval',
    )
    await setVoided(transactionId)
    expect((await sale.decide('approve', id)).status).toBe(409)
    expect(await sale.credits()).toEqual([])
  })
})
