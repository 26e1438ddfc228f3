import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtp, type TestSmtp } from '#tests/support/calls/smtp.ts'
import { startApi, type ApiProcess } from '#tests/support/server/api-process.ts'
import { until } from '#tests/support/server/until.ts'

const EMAIL = 'owner@sale.example'

let folder: string
let smtp: TestSmtp
let api: ApiProcess
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-password-'))
  smtp = await openSmtp('sale', 'right')
  api = await startApi({
    SALEROOM_DATA: folder,
    SALEROOM_DEMO: '0',
    SALEROOM_ADMIN_EMAIL: EMAIL,
    SALEROOM_ADMIN_PASSWORD: 'lantern orchard',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Sale <sale@sale.example>',
  })
})
afterAll(async () => {
  await api?.stop()
  await smtp?.close()
  rmSync(folder, { recursive: true })
})

async function post(call: string, body: object): Promise<number> {
  const { status } = await fetch(`${api.url}/v1/auth/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return status
}

const mail = (at: number) =>
  until(() => {
    expect(smtp.mails.length).toBeGreaterThan(at)
    return smtp.mails[at] ?? ''
  })

test('a running server mails the link of a forgotten password, and then that it has changed', async () => {
  expect(await post('forgot-password', { email: 'nobody@sale.example' })).toBe(204)
  expect(await post('forgot-password', { email: EMAIL })).toBe(204)
  const link = await mail(0)
  expect(link).toContain(`To: ${EMAIL}`)
  expect(link).toContain(`${api.url}/set-password#token=`)
  const token = /token=([\w-]{43})/.exec(link)?.[1] ?? ''
  const password = 'granite pillow harbour'
  expect(await post('reset-password', { token, new_password: password })).toBe(204)
  expect(await mail(1)).toContain('Subject: Your password was changed')
  expect(await post('login', { email: EMAIL, password })).toBe(200)
  expect(smtp.mails).toHaveLength(2)
  expect(api.output()).not.toContain(token)
})
