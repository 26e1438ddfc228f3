import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ingest } from '#server/db/ingest/ingest.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addIngestKey, addProject, someProjectId } from '#tests/support/server/builders.ts'

const BUYER = `0x${'ab'.repeat(20)}`
const REFERRER = `0x${'cd'.repeat(20)}`

let t: TestApp
let admin: SignedIn
let project: string
let key: string

beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
})
afterAll(() => t.close())
beforeEach(async () => {
  project = someProjectId()
  await addProject(t.db, { id: project })
  key = (await addIngestKey(t.db, project)).key
})

const time = (minute: number) => `2026-11-02T10:${String(minute).padStart(2, '0')}:00.000Z`

const state = (minute: number, status: string, more = {}) => ({
  id: `t-${minute}-${status}`,
  kind: 'transaction',
  occurred_at: time(minute),
  transaction_id: 't',
  wallet_address: BUYER,
  status,
  created_at: time(0),
  payment_token_name: 'ETH',
  payment_token_amount: '1.5',
  payment_usd_amount: '4500.25',
  ...more,
})

const payout = (id: string, more = {}) => ({
  id,
  kind: 'referral_payout',
  occurred_at: time(30),
  wallet_address: REFERRER,
  amount_before_gas: '225.5',
  ...more,
})

async function send(...events: object[]): Promise<string[]> {
  const { body } = await t.call('POST', `/ingest/${project}/events`, { as: key, body: { events } })
  return body.results.map(({ outcome }: { outcome: string }) => outcome)
}

async function details() {
  const list = await t.call('GET', `/transactions?projects=${project}`, { as: admin })
  const [first] = list.body.results
  return (await t.call('GET', `/transactions/${project}/${first.id}`, { as: admin })).body
}

const shown = async () =>
  (await details()).history.map(({ at, status, reason }: Record<string, string | null>) => [
    at,
    status,
    reason,
  ])

const COURSE = [
  state(1, 'pending'),
  state(2, 'processing', { status_reason: ' 3 of 12 confirmations ' }),
  state(9, 'failed', { status_reason: 'Reverted by the network' }),
]
const COURSE_SHOWN = [
  [time(1), 'pending', null],
  [time(2), 'processing', '3 of 12 confirmations'],
  [time(9), 'failed', 'Reverted by the network'],
]

describe('the history of a purchase', () => {
  it('shows every status with its time and reason, in one batch or in several', async () => {
    await send(...COURSE)
    expect(await shown()).toEqual(COURSE_SHOWN)
    await send(state(20, 'completed', { id: 'late' }))
    expect(await shown()).toEqual([...COURSE_SHOWN, [time(20), 'completed', null]])
  })

  it.each([
    [2, 1, 0],
    [1, 2, 0],
    [2, 0, 1],
  ])('is the same if its events arrive in the order %i, %i, %i', async (...order) => {
    for (const at of order) await send(COURSE[at] ?? {})
    const { transaction, history } = await details()
    expect(transaction).toMatchObject({
      status: 'failed',
      status_reason: 'Reverted by the network',
    })
    expect(history.map(({ at }: { at: string }) => at)).toEqual([time(1), time(2), time(9)])
  })

  it('has a repeated event once', async () => {
    await send(...COURSE)
    expect(await send(...COURSE)).toEqual(['repeated', 'repeated', 'repeated'])
    expect(await shown()).toEqual(COURSE_SHOWN)
  })

  it('has a status that several events repeat once, with the last reason that one gives', async () => {
    await send(
      state(3, 'pending'),
      state(5, 'pending', { id: 'b', status_reason: 'Waiting for the payment' }),
      state(7, 'pending', { id: 'c' }),
    )
    expect(await shown()).toEqual([[time(3), 'pending', 'Waiting for the payment']])
    // An event that lies between shows that the status had changed and came back.
    await send(state(6, 'processing'))
    expect(await shown()).toEqual([
      [time(3), 'pending', 'Waiting for the payment'],
      [time(6), 'processing', null],
      [time(7), 'pending', null],
    ])
  })

  it('ends with the status of the purchase if two events have the same time', async () => {
    await send(state(3, 'failed', { id: 'a' }), state(3, 'completed', { id: 'b' }))
    await send(state(3, 'pending', { id: 'z' }), state(3, 'expired', { id: '0' }))
    const { transaction, history } = await details()
    expect(transaction.status).toBe('completed')
    expect(history.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'expired',
      'failed',
      'completed',
    ])
  })

  it('is complete for a purchase whose events arrive long after it was made', async () => {
    await send(state(9, 'completed', { created_at: '2024-01-01T00:00:00.000Z' }))
    expect(await details()).toMatchObject({
      history: [{ at: time(9), status: 'completed', reason: null }],
      history_since: '2024-01-01T00:00:00.000Z',
    })
  })

  it('of an imported purchase is known since the import', async () => {
    const [line, created_at] = [state(9, 'completed'), '2024-01-01T00:00:00.000Z']
    const importAt = async (now: string, event: object) =>
      ingest(t.db, { projectId: project, events: [event], now: new Date(now), isImported: true })
    await importAt('2026-11-19T08:00:00.000Z', { ...line, created_at })
    expect(await details()).toMatchObject({
      history: [{ at: time(9), status: 'completed' }],
      history_since: '2026-11-19T08:00:00.000Z',
    })
    await importAt('2026-11-20T08:00:00.000Z', state(20, 'refunded'))
    expect((await details()).history_since).toBe('2026-11-19T08:00:00.000Z')
  })

  it('stays complete with every status that an event reports', async () => {
    for (const event of COURSE) await send(event)
    expect((await details()).history_since).toBe(time(0))
  })

  it('is known since the last change of the status that no event reported', async () => {
    await send(...COURSE)
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(t.db)
    await sql`update transactions set status = 'completed' where project_id = ${project}`.execute(
      t.db,
    )
    const { history_since: since } = await details()
    expect(Date.parse(since)).toBeGreaterThanOrEqual(Number(rows[0]?.at))
  })

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('gives the reason that the purchase has, if %s arrives before %s', async (...ids) => {
    for (const id of ids) await send(state(3, 'failed', { id, status_reason: `Reason of ${id}` }))
    const { transaction, history } = await details()
    expect(transaction.status_reason).toBe('Reason of b')
    expect(history).toEqual([{ at: time(3), status: 'failed', reason: 'Reason of b' }])
  })

  it('cannot be changed or deleted, except with its purchase', async () => {
    await send(...COURSE)
    for (const statement of [
      `update status_changes set reason = 'x'`,
      'delete from status_changes',
      'truncate status_changes',
    ])
      await expect(sql.raw(statement).execute(t.db)).rejects.toThrow('append-only')
    await sql`delete from transactions where project_id = ${project}`.execute(t.db)
    const { rows } = await sql`
      select from status_changes as c
      where not exists (select from transactions as p where p.id = c.transaction_id)`.execute(t.db)
    expect(rows).toEqual([])
  })
})

describe('the reason of a status', () => {
  it('is that of the newest event, also if that has none', async () => {
    await send(state(1, 'failed', { status_reason: 'Not enough gas' }))
    expect((await details()).transaction.status_reason).toBe('Not enough gas')
    await send(state(2, 'completed', { status_reason: '  ' }))
    expect((await details()).transaction.status_reason).toBeNull()
  })

  it('may have 200 characters', async () => {
    expect(await send(state(1, 'failed', { status_reason: 'r'.repeat(200) }))).toEqual(['taken'])
    expect(await send(state(2, 'failed', { status_reason: 'r'.repeat(201) }))).toEqual(['refused'])
  })
})

describe('the purchase of a referral payout', () => {
  const payouts = async () =>
    (await details()).payouts.map(({ amount_before_gas }: Record<string, string>) =>
      Number(amount_before_gas),
    )
  const paid = async () => {
    const { body } = await t.call(
      'GET',
      `/referrals/summary?projects=${project}&start_date=2026-01-01T00:00:00Z&end_date=2027-01-01T00:00:00Z`,
      { as: admin },
    )
    return body[project]
  }

  it('may arrive before it, with it or after it', async () => {
    await send(payout('p1', { transaction_id: 't', amount_before_gas: '1' }))
    const counted = await paid()
    expect(JSON.stringify(counted)).toContain('1')
    await send(payout('p2', { transaction_id: 't', amount_before_gas: '2' }), state(1, 'pending'))
    await send(payout('p3', { transaction_id: 't', amount_before_gas: '4' }))
    expect((await payouts()).toSorted()).toEqual([1, 2, 4])
  })

  it('that never arrives leaves the payout in the figures', async () => {
    await send(payout('p1', { transaction_id: 'never' }))
    const before = await paid()
    await send(state(1, 'completed'))
    expect(await paid()).toEqual(before)
    expect(await payouts()).toEqual([])
  })

  it('is optional', async () => {
    const outcomes = await send(payout('p1'), payout('p2', { transaction_id: null }))
    expect(outcomes).toEqual(['taken', 'taken'])
  })

  it('of another project with the same id is a different one', async () => {
    const other = someProjectId()
    await addProject(t.db, { id: other })
    const { key: otherKey } = await addIngestKey(t.db, other)
    await t.call('POST', `/ingest/${other}/events`, {
      as: otherKey,
      body: { events: [payout('p', { transaction_id: 't' })] },
    })
    await send(state(1, 'completed'))
    expect(await payouts()).toEqual([])
  })
})
