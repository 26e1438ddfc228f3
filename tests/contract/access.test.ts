import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READ_ONLY } from '#src/domain/people/read-only.ts'
import type { Call } from '#src/wire/call.ts'
import { calls, type CallName } from '#src/wire/calls.ts'
import { openTestApp, type Answer, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { ACTORS, makeFixtures, type ActorName, type Fixtures } from './fixtures.ts'
import { SCOPES, type Row, type Scope } from './row-makers.ts'
import { NAMES, rows } from './rows.ts'
import { tablesChangedBy } from './table-contents.ts'

let t: TestApp
let fixtures: Fixtures
beforeAll(async () => {
  t = await openTestApp()
  fixtures = await makeFixtures(t)
})
afterAll(() => t.close())

/** The status that the contract prescribes for a call. */
function expectedStatus(row: Row, actor: ActorName, scope: Scope): number {
  if (row.may === 'open' || row.may === 'ingest-key') return row.status
  if (actor === 'nobody') return 401
  // Before they verify their email or reset their password, users can use only auth calls and their own user.
  const isAllowed = row.may === 'restricted' && (row.kind !== 'record' || scope === 'own')
  if ((actor === 'unverified' || actor === 'must-reset') && !isAllowed) return 403
  if (row.may === 'admin' && actor !== 'admin') return 403
  if (row.may === 'finance' && actor === 'marketing') return 403
  if (row.kind !== 'record') return row.status
  if (scope === 'own') return row.status
  return scope === 'foreign' && actor === 'admin' ? row.status : 404
}

const MESSAGES = new Map([
  [401, 'Please authenticate'],
  [403, 'Forbidden'],
  [404, 'Not found'],
])

function findErrors(row: Row, actor: ActorName, scope: Scope, answer: Answer): string[] {
  const expected = expectedStatus(row, actor, scope)
  const errors: string[] = []
  if (answer.status !== expected)
    errors.push(`answered ${answer.status} instead of ${expected}: ${answer.text.slice(0, 200)}`)
  if (answer.status >= 400 && row.may !== 'open') {
    const message = MESSAGES.get(answer.status) ?? answer.body?.message
    if (answer.body?.code !== answer.status || answer.body?.message !== message)
      errors.push(`the error body is ${answer.text.slice(0, 200)}`)
  }
  const isOutsider = actor !== 'admin' && row.kind !== 'none'
  if (isOutsider && /foreign/i.test(answer.text)) errors.push('mentions a foreign project')
  if (row.kind === 'filter' && answer.status === 200 && scope !== 'none') {
    const shows = row.isTotal
      ? answer.body.rows > 0
      : /own/i.test(answer.text.replaceAll(/unknown/gi, ''))
    if (
      scope === 'foreign' ? isOutsider && shows : !shows && scope === 'own' && containsProject(row)
    )
      errors.push(`shows the wrong projects: ${answer.text.slice(0, 200)}`)
  }
  return errors
}

/** The audit log of a new database and unset scripts contain no project yet, nor does a new stream. */
function containsProject(row: Row): boolean {
  const empty: Row[] = [rows.listAudit, rows.exportAudit, rows.listSeoScripts, rows.listenToChanges]
  return !empty.includes(row)
}

test.each(NAMES)('%s has the right status for each role and project', async (name) => {
  const row = rows[name]
  const errors: string[] = []
  for (const actor of ACTORS) {
    for (const scope of SCOPES) {
      const request = await row.make(scope, fixtures, actor)
      if (!request) continue
      const { method, path, ...rest } = request
      const answer = await t.call(method, path, { ...rest, as: fixtures.actors[actor] })
      errors.push(
        ...findErrors(row, actor, scope, answer).map((error) => `${actor}, ${scope}: ${error}`),
      )
      await restore(name)
    }
  }
  expect(errors).toEqual([])
})

const GUARDED = NAMES.filter(
  (name) => (calls[name] satisfies Call as Call).needsStepUp !== undefined,
)

test.each(GUARDED)('%s needs a confirmation of everybody who may make it', async (name) => {
  const row = rows[name]
  const scope = row.kind === 'none' ? 'none' : 'own'
  const errors: string[] = []
  for (const actor of ACTORS) {
    const as = fixtures.actors[actor]
    const request = await row.make(scope, fixtures, actor)
    if (!as || !request || expectedStatus(row, actor, scope) === 403) continue
    await confirmSince(as, null)
    const { method, path, ...rest } = request
    const { status, body } = await t.call(method, path, { ...rest, as })
    if (status !== 403 || body.message !== 'Confirm it is you' || !body.step_up?.challenge)
      errors.push(`${actor}: ${status} ${JSON.stringify(body)}`)
    await confirmSince(as, new Date('2100-01-01T00:00:00.000Z'))
  }
  expect(errors).toEqual([])
})

async function confirmSince({ user }: SignedIn, at: Date | null): Promise<void> {
  const confirmation = { confirmed_at: at, confirmed_for: at && ('everything' as const) }
  await t.db.updateTable('sessions').set(confirmation).where('user_id', '=', user.id).execute()
}

test('somebody who must add a second factor first makes only the calls for that', async () => {
  const { db } = t
  const policy = { second_factor_roles: ['bare'], updated_at: t.clock.now() }
  await db.insertInto('security_policy').values(policy).execute()
  const bare = await t.signIn('bare', ['OWN'])
  // Its rules are those of somebody with an unverified address.
  const special = { ...fixtures, actors: { ...fixtures.actors, unverified: bare } }
  const errors: string[] = []
  for (const name of NAMES) {
    const row = rows[name]
    for (const scope of SCOPES) {
      const request = await row.make(scope, special, 'unverified')
      if (!request || row.may === 'open' || row.may === 'ingest-key') continue
      await db.deleteFrom('factors').where('user_id', '=', bare.user.id).execute()
      const { method, path, ...rest } = request
      const answer = await t.call(method, path, { ...rest, as: bare })
      // The factor of this request was removed above.
      if (row === rows.renameFactor || row === rows.deleteFactor) {
        if (answer.status !== 404) errors.push(`${name} answered ${answer.status}`)
      } else
        errors.push(
          ...findErrors(row, 'unverified', scope, answer).map((error) => `${name}: ${error}`),
        )
    }
  }
  await db.deleteFrom('security_policy').execute()
  expect(errors).toEqual([])
})

/** The calls that people who only look may not make, though their role may. Those of admins come on top. */
const REFUSED_TO_READERS = new Set<CallName>([
  'updateProject',
  'replaceTelegramMedia',
  'deleteTelegramMedia',
  'testBrevo',
  'testTelegram',
  'createManualTransaction',
  'approveCredit',
  'rejectCredit',
  'cancelCredit',
  'voidTransaction',
  'restoreTransaction',
  'reverseManualTransaction',
  'setSuccessor',
  'updateWallet',
  'createBonusCode',
  'disableBonusCode',
  'saveStatement',
  'dismissChainPayment',
  'updateSeoScript',
  'restoreSeoScript',
  'createBanner',
  'reorderBanners',
  'deleteBanner',
  'createNote',
  'updateNote',
  'deleteNote',
  'retryNotice',
])
const READERS = ['user', 'client', 'marketing', 'support'] as const

test.each(READERS)(
  'a %s who only looks makes exactly the calls that change nothing',
  async (role) => {
    const reader = await t.signIn(role, ['OWN'], { may_write: false })
    // Roles without amounts have the same rights.
    const actor = role === 'support' ? 'marketing' : role
    const special = { ...fixtures, actors: { ...fixtures.actors, [actor]: reader } }
    const errors: string[] = []
    // Other callers have deleted it.
    await restore('deleteTelegramMedia')
    const refused: (() => Promise<void>)[] = []
    const reads: (() => Promise<void>)[] = []
    for (const name of NAMES) {
      const row = rows[name]
      if (row.may === 'open' || row.may === 'ingest-key') continue
      const mayRole = row.may !== 'admin' && !(row.may === 'finance' && actor === 'marketing')
      const isRefused = !mayRole || REFUSED_TO_READERS.has(name)
      // The refusal depends on no project, so one that the person has stands for all.
      const own = await row.make('own', special, actor)
      const request = own ?? (await row.make('none', special, actor))
      if (!request) {
        errors.push(`${name} has no request`)
        continue
      }
      const { method, path, ...rest } = request
      const message = mayRole ? READ_ONLY : 'Forbidden'
      const send = async () => {
        const { status, body, text } = await t.call(method, path, { ...rest, as: reader })
        const isExpected = isRefused
          ? status === 403 && body?.message === message && !body.step_up
          : status === expectedStatus(row, actor, own ? 'own' : 'none')
        if (!isExpected) errors.push(`${name} answered ${status} ${text.slice(0, 200)}`)
      }
      if (isRefused) refused.push(send)
      else if (method === 'GET') reads.push(send)
      else await send()
    }
    const inTurn = (sends: typeof refused) => async () => {
      for (const send of sends) await send()
    }
    const byRefused = await tablesChangedBy(t.db, OWN_TABLES, inTurn(refused))
    // A download of personal data is on record.
    const byReads = await tablesChangedBy(t.db, [...OWN_TABLES, 'audit_log'], inTurn(reads))
    expect({ errors, byRefused, byReads }).toEqual({ errors: [], byRefused: [], byReads: [] })
  },
)

/** What the server notes of each session and stream, and its own keys, made when they are first needed. */
const OWN_TABLES = ['sessions', 'rate_limits', 'changes', 'server_keys']

/** Restores what a call has deleted, for the next caller. */
async function restore(name: CallName): Promise<void> {
  if (name === 'deleteTelegramMedia' || name === 'replaceTelegramMedia') {
    for (const { id } of [fixtures.own, fixtures.foreign]) {
      const media = t.db.selectFrom('media').select('id').where('project_id', '=', id).limit(1)
      await t.db
        .updateTable('projects')
        .set({ telegram_media_id: media })
        .where('id', '=', id)
        .execute()
    }
  }
}

test('each row has the access of its call', () => {
  const access = { open: 'open', restricted: 'restricted', everybody: 'any' } as const
  for (const [name, row] of Object.entries(rows)) {
    const call = calls[name as CallName]
    const declared = call.access === 'signed-in' ? call.roles : call.access
    expect([name, row.may in access ? access[row.may as keyof typeof access] : row.may]).toEqual([
      name,
      declared,
    ])
  }
})

test('every call has a row', () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('the server has every call, and no other route except two public ones', () => {
  const missing = Object.entries(calls)
    .filter(([, { method, path }]) => !t.app.hasRoute({ method, url: `/v1${path}` }))
    .map(([name]) => name)
  expect(missing).toEqual([])
  const folder = new URL('../../server/routes/', import.meta.url)
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(
        /app\.(?:get|post|put|patch|delete|route|all)\b[^(]*\(\s*'([^']*)'/g,
      ),
    ])
    .map(([, path]) => path)
  expect(others.toSorted()).toEqual(['/v1/banner-images/:id', '/v1/openapi.json'])
})

const MEMBERS = ['user', 'client', 'marketing'] as const
const aboutProjects = NAMES.filter((name) => rows[name].kind !== 'none' && name !== 'getUser')

/** All of a response that a caller can compare. A date and a new cookie are in every response. */
function facts({ status, text, headers }: Answer) {
  const { date: _date, 'set-cookie': _cookie, ...others } = headers
  return { status, text, headers: others }
}

test.each(aboutProjects)(
  '%s says the same of a project that is not there and of another person’s',
  async (name) => {
    const { make, kind } = rows[name]
    for (const actor of MEMBERS) {
      const send = async (request: Awaited<ReturnType<typeof make>>) => {
        if (request === null) throw new Error('The call has no request for this scope')
        const { method, path, ...rest } = request
        return facts(await t.call(method, path, { ...rest, as: fixtures.actors[actor] }))
      }
      const foreign = await make('foreign', fixtures, actor)
      if (foreign === null) return
      const absent =
        kind === 'filter'
          ? JSON.parse(JSON.stringify(foreign).replaceAll('FOREIGN', 'ABSENT'))
          : await make('none', fixtures, actor)
      expect({ actor, ...(await send(foreign)) }).toEqual({ actor, ...(await send(absent)) })
    }
  },
)
