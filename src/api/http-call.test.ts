import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { enterSession, leaveSession, setAccessToken } from '#src/state/session.ts'
import type { Call } from '#src/wire/call.ts'
import { queryOf, send } from './http.ts'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  enterSession({
    id: '7',
    role: 'admin',
    email: 'ann@saleroom.example',
    is_email_verified: 1,
    requires_password_reset: 0,
  })
  setAccessToken('access')
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

const rename = {
  method: 'PATCH',
  path: '/leads/:project_id/:id',
  summary: '',
  access: 'signed-in',
  roles: 'any',
  params: z.object({ project_id: z.string(), id: z.string() }),
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
  status: 200,
  idempotent: true,
} satisfies Call

it('a call fills its path, escaped, and carries its body and key', async () => {
  fetched.mockResolvedValueOnce(Response.json({ name: 'Ann' }))
  const params = { project_id: 'A/B ?#', id: '../7' }
  const { name } = await send(rename, { params, body: { name: 'Ann' }, idempotencyKey: 'k1' })
  expect(name).toBe('Ann')
  const [url, init] = fetched.mock.lastCall ?? []
  expect(url).toBe('/v1/leads/A%2FB%20%3F%23/..%2F7')
  expect(init).toMatchObject({ method: 'PATCH', body: '{"name":"Ann"}' })
  expect(new Headers(init?.headers).get('idempotency-key')).toBe('k1')
})

it('a call whose response has a media type resolves to its bytes', async () => {
  fetched.mockResolvedValueOnce(new Response('\uFEFFemail\r\n'))
  const { params: _params, body: _body, idempotent: _idempotent, ...rest } = rename
  const file = await send({ ...rest, method: 'GET', path: '/leads/csv', response: 'text/csv' }, {})
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe('\uFEFFemail\r\n')
})

it('a query key is the path of the call and all that it sends', () => {
  const { body: _body, idempotent: _idempotent, ...rest } = rename
  const list = { ...rest, query: z.object({ page: z.number() }) }
  expect(
    queryOf(list, { params: { project_id: 'AURA', id: '7' }, query: { page: 2 } }).queryKey,
  ).toEqual(['/leads/:project_id/:id', { project_id: 'AURA', id: '7', page: 2 }])
})
