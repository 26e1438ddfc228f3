import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enterSession, leaveSession, setAccessToken } from '#src/state/session.ts'
import { fetchLeadsCsv } from './leads-csv.ts'

beforeEach(() => {
  enterSession({
    id: '7',
    role: 'admin',
    email: 'ann@saleroom.example',
    is_email_verified: 1,
    requires_password_reset: 0,
  })
  setAccessToken('access')
})
afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

/** The file that is saved when the server's answer is this. */
async function exportOf(text: string, fields: readonly ('email' | 'mobile')[] = ['email']) {
  const headers = { 'content-type': 'text/csv; charset=utf-8' }
  vi.stubGlobal('fetch', async () => new Response(text, { headers }))
  const file = await fetchLeadsCsv(['AURA'], fields, {})
  return Buffer.from(await file.arrayBuffer()).toString()
}

it.each(['\uFEFFemail\r\njosé@a.example\r\n', 'email\r\njosé@a.example\r\n', 'email\r\n'])(
  'the file is byte for byte what the server wrote: %j',
  async (text) => expect(await exportOf(text)).toBe(text),
)

it.each(['', 'email', 'email,mobile\r\n', '<!doctype html>', '\uFEFF\uFEFFemail\r\n'])(
  'an answer that is no such file is refused: %j',
  async (text) => {
    await expect(exportOf(text)).rejects.toMatchObject({ kind: 'shape' })
  },
)
