import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { KEY_SCOPES, type KeyScope } from '#src/wire/call.ts'
import type { CallName } from '#src/wire/calls.ts'
import { openTestApp, type Answer, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addLead,
  addProject,
  addReferralPayout,
  addTransaction,
} from '#tests/support/server/builders.ts'
import { makeFixtures, type Fixtures } from './fixtures.ts'
import { KEY_CALLS, TABLE_CALLS } from './key-calls.ts'
import { SCOPES, type Made } from './row-makers.ts'
import { NAMES, rows } from './rows.ts'
import { tablesChangedBy } from './table-contents.ts'

const DAY_MS = 86_400_000
const START = '2026-11-20T12:00:00.000Z'

let t: TestApp
let fixtures: Fixtures
let admin: SignedIn
beforeAll(async () => {
  t = await openTestApp()
  fixtures = await makeFixtures(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(START))

async function signInAdmin(): Promise<void> {
  admin = await t.signIn('admin')
}

const create = (fields: object = {}, as = admin) =>
  t.call('POST', '/reading-keys', {
    as,
    body: { name: 'Sheet', projects: ['OWN'], scopes: ['figures'], expires_at: null, ...fields },
  })
const makeKey = async (fields: object = {}): Promise<{ id: string; key: string }> =>
  (await create(fields)).body
const listed = async () => (await t.call('GET', '/reading-keys', { as: admin })).body
const revoke = (id: string) => t.call('DELETE', `/reading-keys/${id}`, { as: admin })
const RANGE = 'start_date=2020-01-01T00:00:00Z&end_date=2027-01-01T00:00:00Z'
const read = (as: string, projects = 'projects=OWN', headers = {}) =>
  t.call('GET', `/transactions/summary?${RANGE}&${projects}`, { as, headers })

/** What only a key's own use changes. */
const OF_KEYS = ['reading_keys', 'reading_key_addresses', 'rate_counters']

describe('every call', () => {
  const SETS: readonly (readonly KeyScope[])[] = [...KEY_SCOPES.map((one) => [one]), KEY_SCOPES]
  let keys: string[]
  beforeAll(async () => {
    await signInAdmin()
    keys = await Promise.all(SETS.map(async (scopes) => (await makeKey({ scopes })).key))
  })

  const mayCall = (name: CallName, scopes: readonly KeyScope[]) =>
    scopes.some((scope) => KEY_CALLS[scope].some((one) => one === name))

  /** Those of its key sets that may make a call, by their places. */
  const placesOf = (name: CallName, may: boolean) =>
    SETS.flatMap((scopes, place) => (mayCall(name, scopes) === may ? [place] : []))

  const send = async (request: Made, key: number): Promise<Answer> => {
    const { method, path, ...rest } = request
    return t.call(method, path, { ...rest, as: keys[key] ?? '' })
  }

  // The rate of a key has its own test.
  const forgetRates = () => t.db.deleteFrom('rate_counters').execute()

  it('refuses keys of other scopes alike for each project, and nothing changes', async () => {
    const requests: { name: CallName; scope: string; request: Made }[] = []
    for (const name of NAMES)
      for (const scope of SCOPES) {
        const request = await rows[name].make(scope, fixtures, 'user')
        if (!request) continue
        requests.push({ name, scope, request })
        // A key that may make no call like this is refused for any project alike.
        if (placesOf(name, true).length === 0) break
      }
    expect(new Set(requests.map(({ name }) => name))).toEqual(new Set(NAMES))
    const errors: string[] = []
    const changed = await tablesChangedBy(t.db, OF_KEYS, async () => {
      for (const { name, scope, request } of requests) {
        await forgetRates()
        for (const place of placesOf(name, false))
          errors.push(
            ...refusalErrors(await send(request, place)).map(
              (error) => `${name}, ${scope}, ${SETS[place]?.join()}: ${error}`,
            ),
          )
      }
    })
    expect([errors, changed]).toEqual([[], []])
  })

  test.each(NAMES.filter((name) => placesOf(name, true).length > 0))(
    '%s answers the keys of its scope with their projects',
    async (name) => {
      await forgetRates()
      const errors: string[] = []
      for (const scope of SCOPES) {
        const request = await rows[name].make(scope, fixtures, 'user')
        if (!request) continue
        for (const place of placesOf(name, true))
          errors.push(
            ...errorsOf(name, scope, await send(request, place)).map(
              (error) => `${SETS[place]?.join()}, ${scope}: ${error}`,
            ),
          )
      }
      expect(errors).toEqual([])
    },
  )

  function refusalErrors({ status, text }: Answer): string[] {
    return status === 403 && text === JSON.stringify({ code: 403, message: 'Forbidden' })
      ? []
      : [`answered ${status} ${text.slice(0, 200)} instead of 403`]
  }

  function errorsOf(name: CallName, scope: (typeof SCOPES)[number], answer: Answer): string[] {
    const { kind, isTotal, status } = rows[name]
    const expected = kind === 'record' && scope !== 'own' ? 404 : status
    const { text, body } = answer
    if (answer.status !== expected)
      return [`answered ${answer.status} ${text.slice(0, 200)} instead of ${expected}`]
    if (/foreign/i.test(text)) return [`shows a foreign project: ${text.slice(0, 200)}`]
    if (kind !== 'filter' || scope === 'none') return []
    const shows = isTotal ? body.rows > 0 : /own/i.test(text.replaceAll(/unknown/gi, ''))
    return shows === (scope !== 'foreign') ? [] : [`shows the wrong projects: ${text}`]
  }

  it('is closed to a key that does not work, and says so with 401', async () => {
    const errors: string[] = []
    for (const name of NAMES) {
      const request = await rows[name].make(
        rows[name].kind === 'none' ? 'none' : 'own',
        fixtures,
        'user',
      )
      if (!request) continue
      const { method, path, ...rest } = request
      const { status } = await t.call(method, path, { ...rest, as: `slr_${'x'.repeat(43)}` })
      if (status !== 401) errors.push(`${name} answered ${status}`)
    }
    expect(errors).toEqual([])
  })

  it('answers HEAD as GET, without a body', async () => {
    await forgetRates()
    for (const name of ['listChannels', 'listTransactions', 'exportLeads', 'listTeam'] as const) {
      const { path = '' } =
        (await rows[name].make(name === 'listTeam' ? 'none' : 'own', fixtures, 'user')) ?? {}
      const authorization = `Bearer ${keys.at(-1)}`
      const { statusCode, body } = await t.app.inject({
        method: 'HEAD',
        url: `/v1${path}`,
        headers: { authorization },
      })
      expect([name, statusCode, body]).toEqual([name, name === 'listTeam' ? 403 : 200, ''])
    }
  })
})

describe('a key', () => {
  beforeEach(signInAdmin)

  it('is shown once, and only its hash is stored', async () => {
    const { status, body, headers } = await create({ name: ' Sheet ', scopes: ['lists', 'leads'] })
    expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
    const { key, ...own } = body
    expect(key).toMatch(/^slr_[\w-]{43}$/)
    expect(own).toEqual({
      id: expect.any(String),
      name: 'Sheet',
      last4: key.slice(-4),
      projects: ['OWN'],
      scopes: ['lists', 'leads'],
      created_by: admin.user.email,
      created_at: '2026-11-20T12:00:00.000Z',
      expires_at: null,
      last_used_at: null,
      used_today: 0,
    })
    expect((await listed()).at(-1)).toEqual(own)
    await t.call('GET', '/wallets/csv?projects=OWN', { as: key })
    await t.call('GET', `/wallets/csv?projects=OWN&key=${key}`)
    const { rows: tables } = await sql<{ name: string }>`
      select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(t.db)
    expect(tables.length).toBeGreaterThan(50)
    for (const { name } of tables) {
      const { rows: found } = await sql`
        select from ${sql.table(name)} as t where t::text like ${`%${key.slice(4, -4)}%`}`.execute(
        t.db,
      )
      expect([name, found.length]).toEqual([name, 0])
    }
  })

  it.each([
    { name: '' },
    { name: 'x'.repeat(101) },
    { projects: [] },
    { projects: ['ABSENT'] },
    { projects: 'some' },
    { scopes: [] },
    { scopes: ['notes'] },
    { scopes: ['leads', 'leads'] },
    { expires_at: '2026-11-20T12:00:00.000Z' },
    { expires_at: 'tomorrow' },
    { more: 1 },
  ])('is not created with %j', async (fields) => {
    const before = await listed()
    expect((await create(fields)).status).toBe(400)
    expect(await listed()).toEqual(before)
  })

  it('is accepted by its scheme in any case, and nowhere but in the header', async () => {
    const { key } = await makeKey()
    for (const scheme of ['bearer', 'BEARER'])
      expect((await read('', undefined, { authorization: `${scheme} ${key}` })).status).toBe(200)
    for (const authorization of [
      key,
      `Basic ${key}`,
      `Bearer ${key}x`,
      `Bearer  ${key}`,
      `Bearer ${key.toUpperCase()}`,
    ])
      expect([authorization, (await read('', undefined, { authorization })).status]).toEqual([
        authorization,
        401,
      ])
    for (const param of ['key', 'access_token', 'token', 'authorization', 'bearer', 'api_key'])
      for (const text of [key, `Bearer%20${key}`]) {
        const { status, text: answered } = await read('', `projects=OWN&${param}=${text}`)
        expect([param, status]).toEqual([param, 401])
        expect(answered).not.toContain(key)
      }
    expect((await read('', undefined, { cookie: `key=${key}` })).status).toBe(401)
  })

  it('is refused as soon as it is revoked, which is listed in Activity and happens once', async () => {
    const { id, key } = await makeKey()
    expect((await read(key)).status).toBe(200)
    expect((await revoke(id)).status).toBe(204)
    expect((await read(key)).status).toBe(401)
    expect((await revoke(id)).status).toBe(404)
    expect((await listed()).map((one: { id: string }) => one.id)).not.toContain(id)
    const { body } = await t.call('GET', '/audit', { as: admin })
    const actions = body.results.flatMap((entry: { action: string; object_id: string }) =>
      entry.object_id === id ? [entry.action] : [],
    )
    expect(actions).toEqual(['reading_key.revoked', 'reading_key.created'])
    expect(JSON.stringify(body)).not.toContain(key)
  })

  it('is refused from the instant on at which it expires', async () => {
    const { id, key } = await makeKey({ expires_at: '2026-11-20T12:10:00.000Z' })
    t.clock.set('2026-11-20T12:09:59.999Z')
    expect((await read(key)).status).toBe(200)
    t.clock.set('2026-11-20T12:10:00.000Z')
    expect((await read(key)).status).toBe(401)
    admin = await t.signIn('admin')
    expect((await listed()).map((one: { id: string }) => one.id)).not.toContain(id)
    expect((await revoke(id)).status).toBe(404)
  })

  it('makes 120 requests a minute, refused ones included, and others are not slowed down', async () => {
    const [{ key }, other] = [await makeKey(), await makeKey()]
    for (let made = 0; made < 119; made++) await t.call('GET', '/leads', { as: key })
    t.clock.advance(10_000)
    expect((await read(key)).status).toBe(200)
    const { status, headers } = await read(key)
    expect([status, headers['retry-after']]).toEqual([429, '50'])
    expect((await read(other.key)).status).toBe(200)
    t.clock.advance(50_000)
    expect((await read(key)).status).toBe(200)
  })

  it('has its last use and the count of its UTC day', async () => {
    const { id, key } = await makeKey()
    const used = async () => {
      admin = await t.signIn('admin')
      const found = (await listed()).find((one: { id: string }) => one.id === id)
      return [found.last_used_at, found.used_today]
    }
    t.clock.set('2026-11-20T23:59:59.000Z')
    await read(key)
    await t.call('GET', '/leads', { as: key })
    expect(await used()).toEqual(['2026-11-20T23:59:59.000Z', 2])
    t.clock.advance(1000)
    expect(await used()).toEqual(['2026-11-20T23:59:59.000Z', 0])
    await read(key)
    expect(await used()).toEqual(['2026-11-21T00:00:00.000Z', 1])
    t.clock.advance(DAY_MS)
    expect((await used())[1]).toBe(0)
  })

  it('of all projects reads those of later too; archived ones are left out of both kinds', async () => {
    const projects = async (key: string) =>
      Object.keys((await read(key, 'projects=OWN&projects=LATER&projects=FOREIGN')).body)
    const all = await makeKey({ projects: 'all' })
    await addProject(t.db, { id: 'LATER' })
    const some = await makeKey({ projects: ['OWN', 'LATER'] })
    expect(await projects(all.key)).toEqual(['OWN', 'LATER', 'FOREIGN'])
    expect(await projects(some.key)).toEqual(['OWN', 'LATER'])
    await t.call('POST', '/projects/LATER/archive', { as: admin })
    expect(await projects(all.key)).toEqual(['OWN', 'FOREIGN'])
    expect(await projects(some.key)).toEqual(['OWN'])
    expect((await listed()).at(-1).projects).toEqual(['OWN'])
  })

  it('reads the leads of a wallet only with their scope', async () => {
    const { id, wallet } = fixtures.own
    await addLead(t.db, { project_id: id, wallet_address: wallet, email: 'buyer@mail.example' })
    const leadsFor = async (scopes: readonly KeyScope[]) => {
      const { key } = await makeKey({ scopes })
      return (await t.call('GET', `/wallets/${id}/${wallet}`, { as: key })).body.leads.length
    }
    expect([await leadsFor(['lists']), await leadsFor(['lists', 'leads'])]).toEqual([0, 1])
  })

  it('is named in the audit log when it downloads a list, without a person', async () => {
    const { key } = await makeKey({ scopes: ['lists'], name: 'Accountant' })
    await t.call('GET', '/wallets/csv?projects=OWN', { as: key })
    const { body } = await t.call('GET', '/audit?projects=OWN', { as: admin })
    expect(body.results[0]).toMatchObject({
      action: 'wallet.export',
      actor_email: `Accountant (slr_…${key.slice(-4)})`,
    })
  })
})

describe('a table', () => {
  let key: string
  beforeAll(async () => {
    await signInAdmin()
    key = (await makeKey()).key
    const place = { project_id: 'OWN', wallet_address: fixtures.own.wallet }
    await addReferralPayout(t.db, place)
    await addTransaction(t.db, { ...place, utm_source: '=cmd', utm_medium: 'a,"b"\n' })
    await addTransaction(t.db, { ...place, utm_source: 'google', utm_medium: 'cpc' })
  })

  test.each(TABLE_CALLS)('%s answers its rows as CSV, to keys and people alike', async (name) => {
    const request = await rows[name].make('mixed', fixtures, 'user')
    const send = (as: SignedIn | string, accept?: string) =>
      t.call('GET', request?.path ?? '', { as, ...(accept ? { headers: { accept } } : {}) })
    // The person belongs to the project of the key.
    const person = fixtures.actors.user ?? ''
    const json = await send(key)
    expect(json.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: 'origin, accept',
    })
    const csv = await send(key, 'text/csv')
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'origin, accept',
    })
    expect(csv.text.startsWith('\uFEFFproject,')).toBe(true)
    expect(csv.text).toMatch(/\r\nOWN,/)
    expect(csv.text).not.toMatch(/foreign|(?:^|,)=/i)
    expect((await send(person, 'text/csv')).text).toBe(csv.text)
    expect((await send(person, '*/*')).body).toEqual(json.body)
    // An error is JSON.
    expect(
      (
        await t.call('GET', request?.path.split('?')[0] ?? '', {
          as: 'x',
          headers: { accept: 'text/csv' },
        })
      ).body,
    ).toMatchObject({ code: 401 })
  })

  it('no other call has one', async () => {
    const { body } = await t.call('GET', '/openapi.json')
    const found = Object.values<Record<string, Operation>>(body.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId, responses }) =>
        Object.keys(responses['200']?.content ?? {}).length === 2 ? [operationId] : [],
      ),
    )
    expect(found.toSorted()).toEqual([...TABLE_CALLS].toSorted())
  })
})

interface Operation {
  operationId: string
  responses: Record<string, { content?: object }>
}
