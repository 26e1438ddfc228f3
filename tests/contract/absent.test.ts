import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName } from '#src/wire/calls.ts'
import { openTestApp, type Answer, type TestApp } from '#tests/support/server/app.ts'
import { makeFixtures, type Fixtures } from './fixtures.ts'
import { rows } from './rows.ts'

let t: TestApp
let fixtures: Fixtures
beforeAll(async () => {
  t = await openTestApp()
  fixtures = await makeFixtures(t)
})
afterAll(() => t.close())

const MEMBERS = ['user', 'client', 'marketing'] as const
const aboutProjects = (Object.keys(rows) as CallName[]).filter(
  (name) => rows[name].kind !== 'none' && name !== 'getUser',
)

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
