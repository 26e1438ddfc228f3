import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'
import { until } from '#tests/support/server/until.ts'

let t: TestApp
let admin: SignedIn
let url: string
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
  await addProject(t.db, { id: 'AURA' })
  // More than the buffers of both ends hold.
  await sql`insert into wallets (project_id, wallet_address, created_at, country)
    select 'AURA', '0x' || lpad(to_hex(n), 40, '0'), now(), repeat('x', 1000)
    from generate_series(1, 20000) as n`.execute(t.db)
  url = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.close())

async function makeKey(): Promise<{ id: string; key: string }> {
  const body = {
    name: 'Sheet',
    projects: 'all',
    scopes: ['lists'],
    expires_at: '2026-11-21T00:00:00Z',
  }
  return (await t.call('POST', '/reading-keys', { as: admin, body })).body
}

/** A download that has begun, and that nobody reads yet. */
async function startDownload(key: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}` }
  const request = get(`${url}/v1/wallets/csv?projects=AURA`, { headers, agent: false })
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (response?.statusCode !== 200) throw new Error(`Answered ${response?.statusCode}`)
  return response
}

const countConnections = () => promisify(t.app.server.getConnections.bind(t.app.server))()

test('a download that goes on while its key works is whole', async () => {
  const file = await buffer(await startDownload((await makeKey()).key))
  expect(file.toString().trimEnd().split('\r\n').length).toBe(20_001)
})

test.each([
  ['revoked', ({ id }: { id: string }) => t.call('DELETE', `/reading-keys/${id}`, { as: admin })],
  ['expired', async () => t.clock.set('2026-11-21T00:00:00Z')],
])('a download ends soon after its key is %s', async (_how, end) => {
  const made = await makeKey()
  const response = await startDownload(made.key)
  await end(made)
  await until(async () => expect(await countConnections()).toBe(0))
  await expect(buffer(response)).rejects.toThrow('aborted')
})
