import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runIngestKeysCommand } from '#server/admin/ingest-keys.ts'
import { deleteExpired } from '#server/lifecycle/expired.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, someAddress, someProjectId } from '#tests/support/server/builders.ts'

const DAY_MS = 86_400_000

let t: TestApp
let admin: SignedIn
let project: string
let key: { id: string; key: string }

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-11-20T12:00:00.000Z')
  admin = await t.signIn('admin')
  project = someProjectId()
  await addProject(t.db, { id: project })
  key = (await create('site')).body
})

const keysPath = () => `/projects/${project}/keys`
const create = (name: unknown) => t.call('POST', keysPath(), { as: admin, body: { name } })
const change = (verb: 'rotate' | 'revoke', id = key.id) =>
  verb === 'rotate'
    ? t.call('POST', `${keysPath()}/${id}/rotate`, { as: admin })
    : t.call('DELETE', `${keysPath()}/${id}`, { as: admin })
const list = async () => (await t.call('GET', keysPath(), { as: admin })).body
const refusals = async () =>
  (await t.call('GET', `/projects/${project}/refusals`, { as: admin })).body
const command = (...args: string[]) =>
  runIngestKeysCommand({ db: t.db, now: t.clock.now(), operator: 'command line (kim)' }, args)
const auditOf = async () => {
  const { body } = await t.call('GET', `/audit?projects=${project}`, { as: admin })
  return body.results.map((entry: Record<string, unknown>) => [
    entry['action'],
    entry['object_id'],
    entry['actor_email'],
    entry['after'],
  ])
}

let sent = 0
const wallet = (more: object = {}) => ({
  id: `w${(sent += 1)}`,
  kind: 'wallet',
  occurred_at: '2026-11-01T10:00:00.000Z',
  wallet_address: someAddress(),
  ...more,
})
const bad = (more: object = {}) => wallet({ wallet_address: '0x1', ...more })
const send = (events: readonly unknown[], as = key.key) =>
  t.call('POST', `/ingest/${project}/events`, { as, body: { events } })

describe('keys', () => {
  it('a new key is shown once, and is listed by its last characters', async () => {
    const { status, body, headers } = await create('  aura.example ')
    expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
    expect(body).toEqual({
      id: expect.any(String),
      name: 'aura.example',
      key: expect.stringMatching(/^ingest_[\w-]{43}$/),
      last4: body.key.slice(-4),
      created_at: '2026-11-20T12:00:00.000Z',
      last_used_at: null,
      last_refused_at: null,
      last_tested_at: null,
      taken_today: 0,
      refused_today: 0,
    })
    const { key: text, ...listed } = body
    expect((await list())[1]).toEqual(listed)
    expect((await send([wallet()], text)).status).toBe(200)
  })

  it.each([
    ['', 'Enter a name'],
    ['   ', 'Enter a name'],
    ['a'.repeat(101), 'Must be at most 100 characters'],
    ['two\nlines', 'Must not contain an invisible character'],
  ])('the name %j is refused', async (name, message) => {
    const { status, body } = await create(name)
    expect([status, body.message]).toEqual([400, `Path: body.name, Message: ${message}`])
  })

  it('the command refuses the same names', async () => {
    await expect(command('create', project, 'a'.repeat(101))).rejects.toThrow('at most 100')
    await expect(command('create', project, 'two\nlines')).rejects.toThrow('invisible')
  })

  it('a rotated key works for 24 hours more, together with its replacement', async () => {
    const { status, body: fresh } = await change('rotate')
    expect([status, fresh.name, 'ends_at' in fresh]).toEqual([201, 'site', false])
    expect(await list()).toMatchObject([
      { id: key.id, ends_at: '2026-11-21T12:00:00.000Z' },
      { id: fresh.id },
    ])
    t.clock.advance(DAY_MS - 1)
    admin = await t.signIn('admin')
    expect((await send([wallet()])).status).toBe(200)
    expect((await send([wallet()], fresh.key)).status).toBe(200)
    t.clock.advance(1)
    expect((await send([wallet()])).status).toBe(401)
    expect((await send([wallet()], fresh.key)).status).toBe(200)
    expect(await list()).toMatchObject([{ id: fresh.id }])
  })

  it('a key can be rotated once, and not after its end', async () => {
    await change('rotate')
    const again = await change('rotate')
    expect([again.status, again.body.message]).toEqual([409, 'This key was rotated before'])
    await expect(command('rotate', key.id)).rejects.toThrow('was rotated before')
    t.clock.advance(DAY_MS)
    admin = await t.signIn('admin')
    expect((await change('rotate')).status).toBe(404)
    await expect(command('rotate', key.id)).rejects.toThrow('no longer works')
    expect(await command('list')).toContain('ended 2026-11-21 12:00')
  })

  it('two rotations at the same time make one new key', async () => {
    const statuses = (await Promise.all([change('rotate'), change('rotate')])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await list()).toHaveLength(2)
  })

  it('a revoked key stops at once, also during its last hours; a repeat changes nothing', async () => {
    await change('rotate')
    for (const _try of [1, 2]) expect((await change('revoke')).status).toBe(204)
    expect((await send([wallet()])).status).toBe(401)
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(key.id)
    expect((await change('rotate')).status).toBe(404)
    expect(
      (await auditOf()).filter(([action]: string[]) => action === 'ingest_key.revoke'),
    ).toHaveLength(1)
  })

  it('a key is changed only under its own project', async () => {
    const own = project
    project = someProjectId()
    await addProject(t.db, { id: project })
    for (const verb of ['rotate', 'revoke'] as const)
      for (const id of [key.id, '999999', 'x']) expect((await change(verb, id)).status).toBe(404)
    project = own
    expect((await send([wallet()])).status).toBe(200)
  })

  it('every change is in the audit log, from the app and from the command line', async () => {
    const { body: fresh } = await change('rotate')
    await change('revoke')
    await command('create', project, 'worker')
    const [, id = ''] = /^Key (\d+)/.exec(await command('rotate', fresh.id)) ?? []
    await command('revoke', id)
    const kim = 'command line (kim)'
    const me = admin.user.email
    expect((await auditOf()).toReversed()).toEqual([
      ['ingest_key.create', key.id, me, { name: 'site' }],
      [
        'ingest_key.rotate',
        key.id,
        me,
        { name: 'site', ends_at: '2026-11-21T12:00:00.000Z', replaced_by: Number(fresh.id) },
      ],
      ['ingest_key.revoke', key.id, me, { name: 'site' }],
      ['ingest_key.create', expect.any(String), kim, { name: 'worker' }],
      ['ingest_key.rotate', fresh.id, kim, expect.anything()],
      ['ingest_key.revoke', id, kim, { name: 'site' }],
    ])
  })
})

describe('the use of a key', () => {
  it('has the time of the last request, and counts taken and refused events', async () => {
    const event = wallet()
    await send([event, bad()])
    t.clock.advance(1000)
    await send([event, wallet()])
    expect(await list()).toMatchObject([
      {
        last_used_at: '2026-11-20T12:00:01.000Z',
        last_refused_at: '2026-11-20T12:00:00.000Z',
        taken_today: 2,
        refused_today: 1,
      },
    ])
  })

  it('a test is checked as any event, stored nowhere and counted as neither', async () => {
    const test = wallet({ test: true })
    const code = {
      ...wallet({ test: true }),
      kind: 'bonus_transaction',
      transaction_id: 't1',
      type: 'bonus_code',
      identifier: 'NONE',
      bonus_code: 'NONE',
      bonus_token_amount: '1',
    }
    const { body } = await send([test, test, code, bad({ test: true }), wallet({ test: 'yes' })])
    expect(body.results).toMatchObject([
      { id: test.id, outcome: 'tested' },
      { id: test.id, outcome: 'tested' },
      { id: code.id, outcome: 'refused', field: 'bonus_code' },
      { outcome: 'refused', field: 'wallet_address' },
      { outcome: 'refused', field: 'test', reason: 'Must be true or false' },
    ])
    expect(await list()).toMatchObject([
      { last_tested_at: '2026-11-20T12:00:00.000Z', taken_today: 0, refused_today: 3 },
    ])
    const { body: wallets } = await t.call('GET', `/wallets?projects=${project}`, { as: admin })
    expect(wallets.results).toEqual([])
    const real = await send([{ ...test, test: false }])
    expect(real.body.results).toEqual([{ id: test.id, outcome: 'taken' }])
    const again = await send([test])
    expect(again.body.results).toEqual([{ id: test.id, outcome: 'tested' }])
  })

  it('a test that claims the hash of another purchase is refused as any event', async () => {
    const purchase = (source: string, more: object = {}) => ({
      ...wallet(more),
      kind: 'transaction',
      transaction_id: source,
      status: 'completed',
      created_at: '2026-11-01T10:00:00.000Z',
      transaction_hash: `0x${'a'.repeat(64)}`,
      payment_token_name: 'ETH',
      payment_token_amount: '1',
      payment_usd_amount: '10',
    })
    await send([purchase('t1')])
    const { body } = await send([purchase('t1', { test: true }), purchase('t2', { test: true })])
    expect(body.results).toMatchObject([
      { outcome: 'tested' },
      { outcome: 'refused', field: 'transaction_hash' },
    ])
  })

  it('is counted by the UTC day', async () => {
    t.clock.set('2026-11-20T23:59:59.999Z')
    admin = await t.signIn('admin')
    await send([wallet(), wallet(), bad()])
    expect(await list()).toMatchObject([{ taken_today: 2, refused_today: 1 }])
    t.clock.advance(1)
    expect(await list()).toMatchObject([{ taken_today: 0, refused_today: 0 }])
    await send([wallet()])
    expect(await list()).toMatchObject([{ taken_today: 1, refused_today: 0 }])
  })

  it('is counted exactly for requests at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, () => send([wallet(), bad()])))
    expect(await list()).toMatchObject([{ taken_today: 10, refused_today: 10 }])
  })
})

describe('refused events', () => {
  const countStored = async () => {
    const events = t.db.selectFrom('refused_events').select('id')
    return (await events.where('project_id', '=', project).execute()).length
  }

  it('are listed with field, reason, key and event, newest first', async () => {
    const [first, second] = [bad({ country: 'DE' }), wallet({ colour: 'red' })]
    await send([first, wallet(), second])
    expect(await refusals()).toEqual([
      {
        id: expect.any(String),
        at: '2026-11-20T12:00:00.000Z',
        key_id: key.id,
        last4: key.key.slice(-4),
        event_id: second.id,
        field: 'colour',
        reason: 'Unknown field',
        event: second,
      },
      expect.objectContaining({
        field: 'wallet_address',
        reason: 'Must be 0x and 40 hexadecimal digits',
        event: first,
      }),
    ])
  })

  it('include a request that is no batch of events', async () => {
    const body = { event: wallet() }
    const { status } = await t.call('POST', `/ingest/${project}/events`, { as: key.key, body })
    expect(status).toBe(400)
    expect(await refusals()).toMatchObject([{ event_id: null, field: 'events', event: body }])
    expect(await list()).toMatchObject([{ taken_today: 0, refused_today: 1 }])
    expect(
      (await t.call('POST', `/ingest/${project}/events`, { as: key.key, body: '7' })).status,
    ).toBe(415)
  })

  it('are at most 50 per project: the newest, whatever a site sends', async () => {
    await send(Array.from({ length: 60 }, (_, at) => bad({ id: `first-${at}` })))
    expect((await refusals()).map(({ event_id }: { event_id: string }) => event_id)).toEqual(
      Array.from({ length: 50 }, (_, at) => `first-${59 - at}`),
    )
    await send([bad({ id: 'last' })])
    expect(await refusals()).toHaveLength(50)
    expect((await refusals())[0]).toMatchObject({ event_id: 'last' })
    expect(await countStored()).toBe(50)
    expect(await list()).toMatchObject([{ refused_today: 61 }])
  })

  it('are kept for 7 days', async () => {
    await send([bad()])
    t.clock.advance(7 * DAY_MS - 1)
    await deleteExpired(t.db, t.clock.now())
    admin = await t.signIn('admin')
    expect(await refusals()).toHaveLength(1)
    t.clock.advance(1)
    expect(await refusals()).toEqual([])
    await deleteExpired(t.db, t.clock.now())
    expect(await countStored()).toBe(0)
  })

  it('with text that a database refuses are recorded too', async () => {
    const events = [wallet({ id: 'nul\0', country: 'D\0E' }), wallet({ ['half\uD800']: 1 })]
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const { status } = await t.call('POST', `/ingest/${project}/events`, {
      as: key.key,
      headers: { 'content-type': 'application/json' },
      body: `{"events":[${events.map((event) => JSON.stringify(event)).join()},${nested}]}`,
    })
    expect(status).toBe(200)
    expect(await refusals()).toMatchObject([
      { event: [[[['…']]]] },
      { field: 'half�' },
      { event_id: 'nul�', event: { country: 'D\0E' } },
    ])
  })

  it('of a revoked key stay', async () => {
    await send([bad()])
    await change('revoke')
    expect(await refusals()).toMatchObject([{ key_id: key.id }])
  })
})
