import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ingest } from '#server/db/ingest/ingest.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { chance } from '#server/demo/random.ts'
import { openSale, type Sale } from '#tests/support/calls/approvals.ts'
import {
  CORRECTION_REASON,
  correctionsOf,
  type Corrections,
} from '#tests/support/calls/corrections.ts'
import { correctAtRandom, findWrongSums } from '#tests/support/oracles/random-corrections.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addWallet, someAddress } from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const DAY_MS = 24 * 3_600_000
const REASON = CORRECTION_REASON

let t: TestApp
let sale: Sale
let corrections: Corrections
let admin: SignedIn
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
})
afterAll(() => t.close())
beforeEach(async () => {
  sale = await openSale(t, null)
  corrections = correctionsOf(t, sale)
})

const get = async (path: string) => (await t.call('GET', path, { as: sale.approver })).body
const walletPage = () => get(`/wallets/${sale.id}/${sale.wallet}`)
const timeline = async (...kinds: string[]) =>
  (
    await get(
      `/wallets/${sale.id}/${sale.wallet}/timeline?${kinds.map((kind) => `kinds=${kind}`).join('&')}`,
    )
  ).results

/** Purchases and USD as Home has them. */
async function sold(): Promise<[purchases: number, usd: number]> {
  const range = 'start_date=2020-01-01T00:00:00Z&end_date=2027-01-01T00:00:00Z'
  const body = await get(`/transactions/summary?${range}&projects=${sale.id}`)
  const [sums] = body[sale.id] ?? []
  return [sums?.total_transactions ?? 0, sums?.total_amount ?? 0]
}
const entries = () =>
  t.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'object_type', 'object_id', 'before', 'after'])
    .where('project_id', '=', sale.id)
    .orderBy('id')
    .execute()

describe('a voided purchase', () => {
  test('counts nowhere, stays listed with its status and the reason, and counts again once restored', async () => {
    const id = await corrections.buy()
    await corrections.buy()
    expect([await sold(), await sale.total()]).toEqual([[2, 200], '2100'])
    const { status, body } = await corrections.voidPurchase(id)
    const voided = {
      at: t.clock.now().toISOString(),
      by: sale.requester.user.email,
      reason: REASON,
    }
    expect([status, body]).toMatchObject([200, { id, status: 'completed', voided }])
    expect([await sold(), await sale.total()]).toEqual([[1, 100], '1050'])
    const page = await get(`/transactions/${sale.id}/${id}`)
    expect(page.transaction).toMatchObject({ id, status: 'completed', voided })
    const { results } = await get(`/transactions?projects=${sale.id}`)
    expect(results.map((row: { voided: unknown }) => row.voided)).toEqual([null, voided])
    expect((await walletPage()).totals).toMatchObject({
      purchases: 1,
      bonuses: 1,
      paid_usd: '100',
      tokens_bought: '1000',
    })

    expect((await corrections.restore(id)).body).toMatchObject({ id, voided: null })
    expect([await sold(), await sale.total()]).toEqual([[2, 200], '2100'])
    expect(await checkProject(t.db, sale.id)).toEqual([])
  })

  test('is on record with what changed, and in the timeline of its wallet', async () => {
    const id = await corrections.buy()
    await corrections.voidPurchase(id)
    await corrections.restore(id, { as: sale.approver, reason: 'it was real' })
    const common = { object_type: 'transaction', object_id: id }
    const facts = { wallet_address: sale.wallet, tokens: '1050', usd: '100' }
    expect(await entries()).toEqual([
      {
        ...common,
        action: 'transaction.void',
        actor: sale.requester.user.email,
        before: { voided: false },
        after: { voided: true, reason: REASON, ...facts },
      },
      {
        ...common,
        action: 'transaction.restore',
        actor: sale.approver.user.email,
        before: {
          voided: true,
          voided_at: t.clock.now().toISOString(),
          voided_by: sale.requester.user.email,
        },
        after: { voided: false, reason: 'it was real', ...facts },
      },
    ])
    expect(await timeline('audit')).toEqual([
      expect.objectContaining({
        audit: {
          actor: sale.approver.user.email,
          action: 'transaction.restore',
          object: 'transaction',
          object_id: id,
          reason: 'it was real',
          successor: null,
        },
      }),
      expect.objectContaining({ audit: expect.objectContaining({ action: 'transaction.void' }) }),
    ])
  })

  test('keeps later events, which change no figure until it is restored', async () => {
    const at = t.clock.now()
    const send = (status: string, minutes: number) =>
      ingest(t.db, {
        projectId: sale.id,
        now: at,
        events: [
          {
            id: `${status}-${minutes}`,
            kind: 'transaction',
            transaction_id: 'site-1',
            occurred_at: new Date(at.getTime() + minutes * 60_000 - DAY_MS / 24).toISOString(),
            created_at: new Date(at.getTime() - DAY_MS).toISOString(),
            wallet_address: sale.wallet,
            status,
            payment_token_name: 'ETH',
            payment_token_amount: '1',
            payment_usd_amount: '100',
            tokens_bought: '7',
          },
        ],
      })
    await send('pending', 1)
    const { results } = await get(`/transactions?projects=${sale.id}`)
    const id: string = results[0].id
    await corrections.voidPurchase(id)
    await t.db
      .updateTable('projects')
      .set({ telegram_notifications_enabled: true, telegram_channel_id: '@sale' })
      .where('id', '=', sale.id)
      .execute()
    await send('completed', 2)
    const page = await get(`/transactions/${sale.id}/${id}`)
    expect(page).toMatchObject({ transaction: { status: 'completed' }, notices: [] })
    expect(page.history).toHaveLength(2)
    expect([await sold(), await sale.total()]).toEqual([[0, 0], '0'])
    await corrections.restore(id)
    expect([await sold(), await sale.total()]).toEqual([[1, 100], '7'])
    await corrections.voidPurchase(id)
    await send('refunded', 3)
    await corrections.restore(id)
    expect([await sold(), await sale.total()]).toEqual([[0, 0], '0'])
    expect((await get(`/transactions/${sale.id}/${id}`)).notices).toEqual([])
    expect(await checkProject(t.db, sale.id)).toEqual([])
  })

  test('is not credited, and leaves the amounts that are under way or have failed', async () => {
    const [pending, failed] = [
      await corrections.buy({ status: 'pending' }),
      await corrections.buy({ status: 'failed' }),
    ]
    const amounts = async () => {
      const { under_way_usd, failed_usd } = (await walletPage()).totals
      return [under_way_usd, failed_usd]
    }
    expect(await amounts()).toEqual(['100', '100'])
    for (const id of [pending, failed]) await corrections.voidPurchase(id)
    expect(await amounts()).toEqual(['0', '0'])
    expect(await sale.credit({ transactionId: failed })).toMatchObject({
      status: 409,
      body: { message: 'This purchase is voided: restore it before it is credited' },
    })
  })
})

describe('a reversed credit', () => {
  test('leaves the tokens of its wallet, is shown as reversed, and frees its purchase', async () => {
    const transactionId = await corrections.buy({ status: 'failed' })
    const { body: first } = await sale.credit({ tokens: '12.5', transactionId })
    const { status, body } = await corrections.reverse(first.id)
    const reversed = {
      at: t.clock.now().toISOString(),
      by: sale.requester.user.email,
      reason: REASON,
    }
    expect([status, body]).toEqual([200, { ...first, reversed }])
    expect(await sale.total()).toBe('0')
    expect((await walletPage()).totals).toMatchObject({ credits: 0, credited_tokens: '0' })
    expect(await timeline('credit')).toMatchObject([{ credit: { reversed } }])
    expect(await timeline('purchase')).toMatchObject([{ purchase: { credit_id: null } }])

    const answers = await Promise.all([
      sale.credit({ tokens: '3', transactionId }),
      sale.credit({ tokens: '3', transactionId }, sale.approver),
    ])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await sale.total()).toBe('3')
    expect(await checkProject(t.db, sale.id)).toEqual([])
    const { credits } = await get(`/transactions/${sale.id}/${transactionId}`)
    expect(credits.map((row: { reversed: unknown }) => row.reversed)).toEqual([reversed, null])
    expect(await timeline('purchase')).toMatchObject([{ purchase: { credit_id: credits[1].id } }])
  })

  test('is on record', async () => {
    const id = await corrections.addCredit()
    await corrections.reverse(id)
    expect(await entries()).toMatchObject([
      {
        action: 'manual_transaction.reverse',
        object_type: 'manual_transaction',
        object_id: id,
        before: { reversed: false },
        after: { reversed: true, reason: REASON, wallet_address: sale.wallet, tokens: '10' },
      },
    ])
    expect(await timeline('audit')).toHaveLength(1)
  })
})

describe('a successor', () => {
  test('is shown by the wallet and its successor, which may be unknown, and is removed again', async () => {
    const unknown = someAddress()
    const { status, body } = await corrections.setSuccessor(
      unknown.toUpperCase().replace('0X', '0x'),
    )
    expect([status, body]).toMatchObject([200, { successor: unknown, predecessors: [] }])
    const other = someAddress()
    await addWallet(t.db, { project_id: sale.id, wallet_address: other })
    await corrections.setSuccessor(other)
    const { wallet } = await get(`/wallets/${sale.id}/${other}`)
    expect(wallet).toMatchObject({ successor: null, predecessors: [sale.wallet] })
    const search = { q: other, projects: [sale.id] }
    const found = await t.call('POST', '/search', { as: sale.approver, body: search })
    expect(found.body.results[0].detail.predecessors).toEqual([sale.wallet])
    expect((await corrections.setSuccessor(null)).body).toMatchObject({ successor: null })
    expect(await timeline('audit')).toMatchObject([
      { audit: { action: 'wallet.successor', reason: REASON, successor: null } },
      { audit: { successor: other } },
      { audit: { successor: unknown } },
    ])
    expect((await entries())[1]).toMatchObject({
      before: { successor: unknown },
      after: { successor: other },
    })
  })

  test('is neither the wallet itself, nor a chain or circle', async () => {
    expect(await corrections.setSuccessor(sale.wallet)).toMatchObject({
      status: 400,
      body: { message: 'Path: body.wallet_address, Message: Must be another wallet than this one' },
    })
    const [b, c] = [someAddress(), someAddress()]
    for (const wallet_address of [b, c])
      await addWallet(t.db, { project_id: sale.id, wallet_address })
    await corrections.setSuccessor(b)
    expect((await corrections.setSuccessor(sale.wallet, b)).status).toBe(409)
    expect((await corrections.setSuccessor(c, b)).body.message).toBe(
      `This wallet is the successor of ${sale.wallet}: change that one first`,
    )
    expect((await corrections.setSuccessor(sale.wallet, c)).body.message).toBe(
      `${sale.wallet} has a successor itself, ${b}: name that one, or remove it first`,
    )
    // Several wallets may have one successor.
    expect((await corrections.setSuccessor(b, c)).status).toBe(200)
    expect((await get(`/wallets/${sale.id}/${b}`)).wallet.predecessors).toEqual(
      [sale.wallet, c].toSorted(),
    )
  })

  test('of two that would make a circle at once has one', async () => {
    const other = someAddress()
    await addWallet(t.db, { project_id: sale.id, wallet_address: other })
    const answers = await Promise.all([
      corrections.setSuccessor(other),
      corrections.setSuccessor(sale.wallet, other),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('a repeat', () => {
  test('answers the record as it is, changes nothing and leaves no trace', async () => {
    const [id, creditId, successor] = [
      await corrections.buy(),
      await corrections.addCredit(),
      someAddress(),
    ]
    const steps = [
      () => corrections.voidPurchase(id),
      () => corrections.reverse(creditId),
      () => corrections.setSuccessor(successor),
      () => corrections.restore(id),
    ]
    for (const step of steps) {
      const first = await step()
      const count = (await entries()).length
      t.clock.advance(1000)
      expect(await step()).toMatchObject({ status: 200, text: first.text })
      expect(await entries()).toHaveLength(count)
    }
  })

  test('at once or with the same key corrects once', async () => {
    const id = await corrections.buy()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => corrections.voidPurchase(id, { key: 'storm' })),
      ...Array.from({ length: 5 }, () => corrections.voidPurchase(id)),
      ...Array.from({ length: 5 }, () => corrections.voidPurchase(id, { as: sale.approver })),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await entries()).toHaveLength(1)
    expect(
      (await corrections.voidPurchase(id, { key: 'storm', reason: 'another one' })).status,
    ).toBe(409)
    const creditId = await corrections.addCredit()
    await Promise.all(Array.from({ length: 8 }, () => corrections.reverse(creditId)))
    expect([(await entries()).length, await sale.total()]).toEqual([2, '0'])
  })
})

test('needs a person who has confirmed who they are, and a reason', async () => {
  const id = await corrections.buy()
  const as = await t.signIn('user', [sale.id], { isConfirmed: false })
  expect(await corrections.voidPurchase(id, { as })).toMatchObject({
    status: 403,
    body: { step_up: { factors: ['password'] } },
  })
  expect(await corrections.voidPurchase(id, { reason: ' ' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('body.reason') },
  })
})

test('every admin hears of it but its author, and nobody else', async () => {
  const id = await corrections.buy()
  await corrections.voidPurchase(id, { as: admin })
  await corrections.restore(id)
  const events = await t.db
    .selectFrom('alert_events')
    .select(['user_id', 'data'])
    .where('project_id', '=', sale.id)
    .where('kind', '=', 'corrected')
    .orderBy('id')
    .execute()
  expect(events).toContainEqual({
    user_id: admin.user.id,
    data: {
      action: 'transaction.restore',
      object_id: id,
      tokens: '1050',
      wallet_address: sale.wallet,
      by: sale.requester.user.email,
    },
  })
  const receivers = events.map(({ user_id }) => user_id)
  expect(receivers.filter((one) => one === admin.user.id)).toHaveLength(1)
  for (const { user } of [sale.requester, sale.approver]) expect(receivers).not.toContain(user.id)
})

test('after corrections in any order with events, credits and approvals every sum is that of the rows', async () => {
  sale = await openSale(t, '400')
  const random = chance(process.env['SALEROOM_SEED'] ?? 'corrections')
  const people = [sale.requester, sale.approver, admin]
  const rounds = byExtent({ change: 12, long: 300 })
  for (let part = 0; part < 3; part += 1) {
    await correctAtRandom(t, sale, { random, rounds, people })
    expect(await findWrongSums(t, sale)).toEqual([])
  }
})
