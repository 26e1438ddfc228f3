import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#src/wire/calls.ts'
import { openTestApp, type Answer, type TestApp } from '#tests/support/app.ts'
import { ACTORS, makeFixtures, type ActorName, type Fixtures } from './fixtures.ts'
import { rows, SCOPES, type Row, type Scope } from './rows.ts'

let t: TestApp
let estate: Fixtures
beforeAll(async () => {
  t = await openTestApp()
  estate = await makeFixtures(t)
})
afterAll(() => t.close())

/** What the contract says of a call, whoever makes it and whatever it is about. */
function expectedStatus(row: Row, actor: ActorName, scope: Scope): number {
  if (row.may === 'open' || row.may === 'ingest-key') return row.status
  if (actor === 'nobody') return 401
  // Until they have verified or reset, users reach auth calls and themselves, nobody else.
  const mayAct = row.may === 'restricted' && (row.kind !== 'record' || scope === 'own')
  if ((actor === 'unverified' || actor === 'must-reset') && !mayAct) return 403
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

function faultsOf(row: Row, actor: ActorName, scope: Scope, answer: Answer): string[] {
  const expected = expectedStatus(row, actor, scope)
  const faults: string[] = []
  if (answer.status !== expected)
    faults.push(`answered ${answer.status} instead of ${expected}: ${answer.text.slice(0, 200)}`)
  if (answer.status >= 400 && row.may !== 'open') {
    const message = MESSAGES.get(answer.status) ?? answer.body?.message
    if (answer.body?.code !== answer.status || answer.body?.message !== message)
      faults.push(`the error reads ${answer.text.slice(0, 200)}`)
  }
  const isOutsider = actor !== 'admin' && row.kind !== 'none'
  if (isOutsider && /foreign/i.test(answer.text)) faults.push('tells of a foreign project')
  if (row.kind === 'filter' && answer.status === 200 && scope !== 'none') {
    const shows = /own/i.test(answer.text.replaceAll(/unknown/gi, ''))
    if (scope === 'foreign' ? isOutsider && shows : !shows && scope === 'own' && saysProject(row))
      faults.push(`shows the wrong projects: ${answer.text.slice(0, 200)}`)
  }
  return faults
}

/** A fresh database's audit log, and scripts that nobody has set, name no project yet. */
function saysProject(row: Row): boolean {
  return row !== rows.listAudit && row !== rows.listSeoScripts
}

test.each(Object.keys(rows) as CallName[])('%s: each role, each project', async (name) => {
  const row = rows[name]
  const faults: string[] = []
  for (const actor of ACTORS) {
    for (const scope of SCOPES) {
      const request = await row.make(scope, estate, actor)
      if (!request) continue
      const { method, path, ...rest } = request
      const answer = await t.call(method, path, { ...rest, as: estate.actors[actor] })
      faults.push(
        ...faultsOf(row, actor, scope, answer).map((fault) => `${actor}, ${scope}: ${fault}`),
      )
      await restore(name)
    }
  }
  expect(faults).toEqual([])
})

/** What one caller deletes, the next one finds again. */
async function restore(name: CallName): Promise<void> {
  if (name === 'deleteTelegramMedia' || name === 'replaceTelegramMedia') {
    for (const { id } of [estate.own, estate.foreign]) {
      const media = t.db.selectFrom('media').select('id').where('project_id', '=', id).limit(1)
      await t.db
        .updateTable('projects')
        .set({ telegram_media_id: media })
        .where('id', '=', id)
        .execute()
    }
  }
}

test('the table says of each call what the call itself says', () => {
  const access = { open: 'open', restricted: 'restricted', everybody: 'any' } as const
  for (const [name, row] of Object.entries(rows)) {
    const call = calls[name as CallName]
    const said = call.access === 'signed-in' ? call.roles : call.access
    expect([name, row.may in access ? access[row.may as keyof typeof access] : row.may]).toEqual([
      name,
      said,
    ])
  }
})

test('a call without a row in the table does not pass', () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('every call is served, and nothing beside them but what is public', () => {
  for (const call of Object.values(calls))
    expect(t.app.hasRoute({ method: call.method, url: `/v1${call.path}` })).toBe(true)
  const folder = new URL('../../server/routes/', import.meta.url)
  const others = readdirSync(folder)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(
        /app\.(?:get|post|put|patch|delete|route|all)\b[^(]*\(\s*'([^']*)'/g,
      ),
    ])
    .map(([, path]) => path)
  expect(others.toSorted()).toEqual(['/v1/banner-images/:id', '/v1/openapi.json'])
})
