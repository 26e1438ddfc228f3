import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setMemberships } from '#server/db/accounts/memberships.ts'
import { expireApprovals } from '#server/db/records/approvals.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { openSale, type Sale } from '#tests/support/calls/approvals.ts'
import { openTestApp, signInAgain, type TestApp } from '#tests/support/server/app.ts'
import {
  addManualTransaction,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

const DAY_MS = 24 * 3_600_000

let t: TestApp
let sale: Sale
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  sale = await openSale(t)
})

async function list(state = '', as = sale.approver) {
  const query = state === '' ? '' : `&state=${state}`
  const { body } = await t.call('GET', `/approvals?projects=${sale.id}${query}`, { as })
  return body.results as { id: string; state: string; is_own: number; decided_at: string | null }[]
}

const lastAudit = () =>
  t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('project_id', '=', sale.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('an approval', () => {
  test('adds the requester’s credit, exactly, with both names on record', async () => {
    const id = await sale.request({ tokens: '12345678901234567890.123456789012345678' })
    const { status, body } = await sale.decide('approve', id)
    const now = t.clock.now().toISOString()
    expect([status, body]).toEqual([
      200,
      {
        approval: expect.objectContaining({
          id,
          state: 'approved',
          requested_by: sale.requester.user.email,
          decided_by: sale.approver.user.email,
          decided_at: now,
          is_own: 0,
        }),
        transaction: {
          id: expect.any(String),
          project_id: sale.id,
          wallet_address: sale.wallet,
          tokens: '12345678901234567890.123456789012345678',
          reason: 'Compensation for ticket 4182',
          transaction_id: null,
          authorizer: sale.requester.user.email,
          approved_by: sale.approver.user.email,
          reversed: null,
          created_at: now,
          updated_at: now,
        },
      },
    ])
    expect(await sale.credits()).toEqual([body.transaction.id])
    expect(await sale.total()).toBe('12345678901234567890.123456789012345678')
    expect(await checkProject(t.db, sale.id)).toEqual([])
    expect(await lastAudit()).toMatchObject({
      action: 'approval.approve',
      actor: sale.approver.user.email,
      before: { state: 'pending' },
      after: {
        tokens: '12345678901234567890.123456789012345678',
        wallet_address: sale.wallet,
        requested_by: sale.requester.user.email,
        credit_id: Number(body.transaction.id),
      },
    })
  })

  test('repeated by anybody answers as the first did, and adds nothing', async () => {
    const id = await sale.request()
    const first = await sale.decide('approve', id)
    await sale.wait(8 * DAY_MS)
    const third = await t.signIn('admin')
    for (const as of [sale.approver, third])
      expect(await sale.decide('approve', id, as)).toMatchObject({ status: 200, body: first.body })
    expect([await sale.credits(), await sale.actions()]).toEqual([
      [first.body.transaction.id],
      ['approval.request', 'approval.approve'],
    ])
  })

  test('is never the requester’s, not even as an admin or in another session', async () => {
    const admin = await t.signIn('admin')
    const id = await sale.request({}, admin)
    for (const as of [admin, await signInAgain(t, admin)]) {
      expect(await t.call('POST', `/approvals/${id}/approve`, { as })).toMatchObject({
        status: 403,
        body: { message: 'Forbidden' },
      })
      expect((await t.call('POST', `/approvals/${id}/reject`, { as })).status).toBe(403)
    }
    await sale.decide('approve', id)
    expect((await sale.decide('approve', id, admin)).status).toBe(403)
  })

  test('needs a person who has confirmed who they are', async () => {
    const id = await sale.request()
    const as = await t.signIn('user', [sale.id], { isConfirmed: false })
    for (const verb of ['approve', 'reject'] as const)
      expect(await sale.decide(verb, id, as)).toMatchObject({
        status: 403,
        body: { step_up: { factors: ['password'] } },
      })
    expect(await sale.credits()).toEqual([])
  })

  test('needs a person who sees the project’s figures now', async () => {
    const id = await sale.request()
    const outsider = await t.signIn('user')
    const marketing = await t.signIn('marketing', [sale.id])
    expect((await sale.decide('approve', id, outsider)).status).toBe(404)
    expect((await sale.decide('approve', id, marketing)).status).toBe(403)
    const reader = await t.signIn('user', [sale.id], { may_write: false })
    expect((await sale.decide('approve', id, reader)).status).toBe(403)
    expect((await sale.decide('reject', id, reader)).status).toBe(403)
    await setMemberships(t.db, sale.approver.user.id, [], t.clock.now())
    expect((await sale.decide('approve', id)).status).toBe(404)
    expect(await list('', outsider)).toEqual([])
  })

  test.each([
    ['disabled', { disabled_at: new Date('2026-11-20') }],
    ['of a role without money', { role: 'marketing' }],
    ['somebody who only looks', { may_write: false }],
  ])('of a requester who is %s meanwhile is a conflict', async (_name, change) => {
    const id = await sale.request()
    const { id: userId, email } = sale.requester.user
    await t.db.updateTable('users').set(change).where('id', '=', userId).execute()
    expect(await sale.decide('approve', id)).toMatchObject({
      status: 409,
      body: { message: `${email} may no longer credit tokens in this project` },
    })
    expect([await sale.credits(), (await list('pending')).length]).toEqual([[], 1])
    expect((await sale.decide('reject', id)).status).toBe(200)
  })

  test('of a requester who has left the project is a conflict', async () => {
    const id = await sale.request()
    await setMemberships(t.db, sale.requester.user.id, [], t.clock.now())
    expect((await sale.decide('approve', id)).status).toBe(409)
    await setMemberships(t.db, sale.requester.user.id, [sale.id], t.clock.now())
    expect((await sale.decide('approve', id)).status).toBe(200)
  })

  test('in an archived project adds the credit, as a credit does there', async () => {
    const id = await sale.request()
    const archived_at = t.clock.now()
    await t.db.updateTable('projects').set({ archived_at }).where('id', '=', sale.id).execute()
    expect((await sale.credit({ tokens: '101' })).status).toBe(202)
    expect((await sale.decide('approve', id)).status).toBe(200)
    expect(await list()).toEqual([])
  })

  test('of a purchase that was credited meanwhile is a conflict', async () => {
    const place = { project_id: sale.id, wallet_address: sale.wallet }
    const purchase = await addTransaction(t.db, { ...place, status: 'failed' })
    const id = await sale.request({ transactionId: String(purchase.id) })
    await addManualTransaction(t.db, { ...place, transaction_id: purchase.id })
    expect(await sale.decide('approve', id)).toMatchObject({
      status: 409,
      body: { message: 'This purchase was credited before' },
    })
  })

  test('of a purchase that another wallet has now is a conflict', async () => {
    const place = { project_id: sale.id, wallet_address: sale.wallet }
    const purchase = await addTransaction(t.db, { ...place, status: 'failed' })
    const id = await sale.request({ transactionId: String(purchase.id) })
    const other = { wallet_address: someAddress() }
    await addWallet(t.db, { project_id: sale.id, ...other })
    await t.db.updateTable('transactions').set(other).where('id', '=', purchase.id).execute()
    expect((await sale.decide('approve', id)).status).toBe(409)
  })

  test('alerts those who watch credits, except the requester', async () => {
    for (const { user } of [sale.approver, sale.requester])
      await t.call('PUT', '/alerts', {
        as: user.id === sale.approver.user.id ? sale.approver : sale.requester,
        body: {
          version: 0,
          rules: [
            {
              id: crypto.randomUUID(),
              kind: 'credit_over',
              project_id: sale.id,
              channels: ['mail'],
              enabled: 1,
              threshold: '100',
            },
          ],
          settings: { tz: 'UTC', hide_amounts: 1, group: 1, declined: [] },
        },
      })
    await sale.decide('approve', await sale.request())
    const events = await t.db
      .selectFrom('alert_events')
      .select(['user_id', 'kind'])
      .where('project_id', '=', sale.id)
      .where('kind', '=', 'credit_over')
      .execute()
    expect(events).toEqual([{ user_id: sale.approver.user.id, kind: 'credit_over' }])
  })
})

describe('a rejection', () => {
  test('adds nothing, is on record, and is repeated without effect', async () => {
    const id = await sale.request({ tokens: '150' })
    const first = await sale.decide('reject', id)
    expect(first).toMatchObject({
      status: 200,
      body: { state: 'rejected', decided_by: sale.approver.user.email, tokens: '150' },
    })
    expect(await lastAudit()).toMatchObject({
      action: 'approval.reject',
      after: { tokens: '150', wallet_address: sale.wallet },
    })
    const again = await sale.decide('reject', id, await t.signIn('admin'))
    expect(again.body).toEqual(first.body)
    expect(await sale.decide('approve', id)).toMatchObject({
      status: 409,
      body: { message: 'This request was rejected' },
    })
    expect((await sale.decide('cancel', id)).status).toBe(409)
    expect([await sale.credits(), await sale.actions()]).toEqual([
      [],
      ['approval.request', 'approval.reject'],
    ])
  })
})

describe('a cancellation', () => {
  test('is the requester’s alone, and needs no confirmation', async () => {
    const requester = await t.signIn('user', [sale.id], { isConfirmed: false })
    const id = await sale.request({}, requester)
    expect((await sale.decide('cancel', id, sale.approver)).status).toBe(403)
    const first = await sale.decide('cancel', id, requester)
    expect(first).toMatchObject({ status: 200, body: { state: 'cancelled', is_own: 1 } })
    expect((await sale.decide('cancel', id, requester)).body).toEqual(first.body)
    expect(await sale.decide('approve', id)).toMatchObject({
      status: 409,
      body: { message: 'This request was cancelled' },
    })
    expect(await sale.actions()).toEqual(['approval.request', 'approval.cancel'])
  })

  test('after the approval is a conflict', async () => {
    const id = await sale.request()
    await sale.decide('approve', id)
    for (const verb of ['cancel', 'reject'] as const)
      expect(await sale.decide(verb, id)).toMatchObject({
        status: 409,
        body: { message: 'This request was approved' },
      })
  })
})

describe('a request', () => {
  test('expires after 7 days, as it is read and in the database', async () => {
    const id = await sale.request({ tokens: '150' })
    await sale.wait(7 * DAY_MS - 1)
    await expireApprovals(t.db, t.clock.now())
    expect(await list('pending')).toMatchObject([{ id, state: 'pending', decided_at: null }])
    await sale.wait(1)
    const read = await list('expired')
    const expired = { id, state: 'expired', decided_at: t.clock.now().toISOString() }
    expect(read).toMatchObject([expired])
    expect([await list('pending'), await list()]).toEqual([[], read])
    for (const verb of ['approve', 'reject', 'cancel'] as const)
      expect(await sale.decide(verb, id)).toMatchObject({
        status: 409,
        body: { message: 'This request has expired' },
      })
    await sale.wait(DAY_MS)
    for (let turn = 0; turn < 2; turn += 1) await expireApprovals(t.db, t.clock.now())
    expect([await list('expired'), await list()]).toEqual([read, read])
    expect(await lastAudit()).toMatchObject({
      action: 'approval.expire',
      actor_id: null,
      object_id: id,
      after: { tokens: '150', wallet_address: sale.wallet },
    })
    expect(await sale.actions()).toEqual(['approval.request', 'approval.expire'])
    expect((await sale.decide('approve', id)).status).toBe(409)
  })

  test('approved in its last millisecond adds its credit', async () => {
    const id = await sale.request()
    await sale.wait(7 * DAY_MS - 1)
    expect((await sale.decide('approve', id)).status).toBe(200)
  })

  test('is listed by state, the newest first, and knows whose it is', async () => {
    const ids: string[] = []
    for (const tokens of ['101', '102', '103', '104']) {
      await sale.wait(1000)
      ids.push(await sale.request({ tokens }))
    }
    const [first = '', second = '', third = '', fourth = ''] = ids
    await sale.decide('approve', first)
    await sale.decide('reject', second)
    await sale.decide('cancel', third)
    const states = ['pending', 'cancelled', 'rejected', 'approved']
    expect(await list()).toMatchObject(
      states.map((state, n) => ({ id: ids[3 - n], state, is_own: 0 })),
    )
    expect(await list('', sale.requester)).toMatchObject(states.map(() => ({ is_own: 1 })))
    for (const [n, state] of states.entries())
      expect(await list(state)).toMatchObject([{ id: ids[3 - n] }])
    const page = await t.call('GET', `/approvals?projects=${sale.id}&page=2&limit=1`, {
      as: sale.approver,
    })
    expect(page.body).toMatchObject({ results: [{ id: third }], page: 2, limit: 1 })
    expect(fourth).not.toBe('')
  })

  test('of no known id is not found', async () => {
    for (const id of ['999999', 'x', '0', '99999999999999999999'])
      expect(await sale.decide('approve', id)).toMatchObject({ status: 404 })
  })
})
