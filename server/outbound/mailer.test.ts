import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '#tests/support/server/app.ts'
import { outboxMailer, smtpMailer, verificationMail } from './mailer.ts'

interface Received {
  from: string
  to: string[]
  raw: string
}

const received: Received[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'sale' && password === 'room'
      ? done(null, { user: username })
      : done(new Error('wrong password')),
  onData: (stream, { envelope }, done) => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => {
      received.push({
        from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        to: envelope.rcptTo.map(({ address }) => address),
        raw: Buffer.concat(pieces).toString('utf8'),
      })
      done()
    })
  },
})
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

const MAIL = verificationMail('kim@staff.example', 'https://sales.example', 'abc-DEF_123')
/** Long lines are wrapped with `=` in quoted-printable. */
const unwrapped = (raw: string) => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

test('a mail arrives through an SMTP server with its link intact', async () => {
  await smtpMailer(`smtp://sale:room@127.0.0.1:${port}`, 'no-reply@sales.example').send(MAIL)
  expect(received.at(-1)).toMatchObject({
    from: 'no-reply@sales.example',
    to: ['kim@staff.example'],
  })
  const raw = unwrapped(received.at(-1)?.raw ?? '')
  expect(raw).toContain('https://sales.example/verify-email?token=abc-DEF_123')
  expect(raw).toMatch(/^Subject: Verify your email address\r?$/m)
})

test.each([
  ['refuses the password', () => `smtp://sale:wrong@127.0.0.1:${port}`, 'wrong password'],
  ['is unreachable', () => 'smtp://127.0.0.1:1', 'ECONNREFUSED'],
])('sending fails with a server that %s', async (_what, url, reason) => {
  await expect(smtpMailer(url(), 'no-reply@sales.example').send(MAIL)).rejects.toThrow(reason)
})

test('without an SMTP server, a mail is written to the log and to a file that only this user can read', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'saleroom-mail-')), 'outbox')
  const log: string[] = []
  await outboxMailer(folder, testClock(), (line) => log.push(line)).send(MAIL)
  const [file = ''] = readdirSync(folder)
  expect(file).toMatch(/^2026-11-20T12-00-00\.000Z-[\da-f]{6}\.txt$/)
  expect(readFileSync(path.join(folder, file), 'utf8')).toContain('To: kim@staff.example')
  expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600)
  expect(log.join()).toContain('verify-email?token=abc-DEF_123')
  rmSync(path.dirname(folder), { recursive: true })
})
