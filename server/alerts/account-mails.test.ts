import { expect, test } from 'vitest'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { addAccountEvent, type AccountNews } from '#server/db/messages/account-events.ts'
import {
  addDevice,
  breakMail,
  buy,
  deliver,
  log,
  minutes,
  pushed,
  setUpDelivery,
  staff,
  t,
  watch,
} from '#tests/support/calls/alert-delivery.ts'

setUpDelivery()

let last = 0
async function add(news: AccountNews): Promise<void> {
  last += 1
  const event = { userId: staff.user.id, news, key: `news ${last}`, now: t.clock.now() }
  await inTransaction(t.db, (tx) => addAccountEvent(tx, event))
}

async function mailOf(news: AccountNews): Promise<{ subject: string; text: string }> {
  await add(news)
  await deliver()
  const mail = t.mails.at(-1)
  return { subject: mail?.subject ?? '', text: mail?.text ?? '' }
}

const ACCOUNT = 'https://sales.example/account'
const END = `End your other sessions and change your password: ${ACCOUNT}`

test('a mail says what happened, when, from where, and what to do if it was somebody else', async () => {
  const place = { device: 'Firefox on Linux', ip: '203.0.113.7', country: 'DE' }
  expect(await mailOf({ is: 'new_device', ...place })).toEqual({
    subject: 'Sign-in from a new device',
    text: [
      'Somebody signed in to your account from a device that you had not used for 90 days.',
      '',
      `Account: ${staff.user.email}`,
      'When: Nov 20, 2026, 12:00 UTC',
      'Device: Firefox on Linux',
      'Address: 203.0.113.7 (Germany)',
      '',
      'If it was you, there is nothing to do.',
      `If it was not you: ${END}`,
      '',
    ].join('\n'),
  })
  expect(t.mails).toEqual([
    expect.objectContaining({
      to: staff.user.email,
      messageId: expect.stringMatching(/^<alert-\d+@sales\.example>$/),
    }),
  ])
})

test.each<[AccountNews, string, string[]]>([
  [
    { is: 'new_device', device: null, ip: '10.0.0.1', country: null },
    'Sign-in from a new device',
    ['Device: an unknown browser\nAddress: 10.0.0.1\n'],
  ],
  [
    { is: 'factor_added', kind: 'passkey', name: 'My\nphone' },
    'A new passkey',
    ['The passkey "My phone" was added', 'Remove it, end your other sessions', ACCOUNT],
  ],
  [
    { is: 'factor_added', kind: 'totp', name: '' },
    'A new authenticator app',
    ['The authenticator app was added'],
  ],
  [
    { is: 'factor_removed', kind: 'totp', name: 'Authenticator' },
    'Your authenticator app was removed',
    ['The authenticator app "Authenticator" was removed', END],
  ],
  [
    { is: 'factors_reset', by: 'boss@sales.example' },
    'Your second factors were removed',
    ['boss@sales.example removed the passkeys', 'with your password alone'],
  ],
  [
    { is: 'factors_reset', by: null },
    'Your second factors were removed',
    ['An operator of the server removed the passkeys'],
  ],
  [{ is: 'recovery_code_used', left: 1 }, 'A recovery code was used', ['1 code left.', END]],
  [{ is: 'recovery_code_used', left: 0 }, 'A recovery code was used', ['None is left.']],
  [{ is: 'recovery_codes_made' }, 'New recovery codes', ['The earlier ones no longer work.', END]],
  [
    { is: 'codes_blocked', until: '2026-11-20T13:00:00.000Z' },
    'Too many wrong codes',
    ['until Nov 20, 2026, 13:00 UTC. Passkeys still work.', `Change it: ${ACCOUNT}`],
  ],
  [
    { is: 'password_changed', device: 'Safari on macOS', ip: '203.0.113.7', country: null },
    'Your password was changed',
    ['Device: Safari on macOS', 'https://sales.example/forgot-password', END],
  ],
])('the mail of %j', async (news, subject, parts) => {
  const mail = await mailOf(news)
  expect(mail.subject).toBe(subject)
  for (const part of parts) expect(mail.text).toContain(part)
  expect(mail.text).toContain('When: Nov 20, 2026, 12:00 UTC')
})

test('the time is also that of the person, and quiet hours and grouping put nothing off', async () => {
  await addDevice()
  await watch({ channels: ['mail'] }, { group: 1, quiet_hours: { from: '12:30', to: '14:00' } })
  await buy('9060')
  await deliver()
  expect(t.mails).toHaveLength(1)
  const { text } = await mailOf({ is: 'recovery_codes_made' })
  expect(text).toContain('When: Nov 20, 2026, 12:00 UTC (Nov 20, 2026, 13:00 Europe/Berlin)')
  await add({ is: 'recovery_codes_made' })
  await deliver()
  expect(t.mails).toHaveLength(3)
  // Not on a device, which others may see, and not among the alerts.
  expect(pushed()).toEqual([])
  expect(await log()).toHaveLength(1)
})

test('a mail about the account puts off no alert', async () => {
  await watch({ channels: ['mail'] }, { group: 1 })
  await mailOf({ is: 'recovery_codes_made' })
  await buy('9060')
  await deliver()
  expect(t.mails).toHaveLength(2)
})

test('a mail waits for a mail server that is down, and none goes to a disabled account', async () => {
  breakMail(true)
  await add({ is: 'recovery_codes_made' })
  await deliver()
  breakMail(false)
  minutes(60)
  await deliver()
  expect(t.mails).toHaveLength(1)
  await add({ is: 'password_changed' })
  const disabled = { disabled_at: t.clock.now() }
  await t.db.updateTable('users').set(disabled).where('id', '=', staff.user.id).execute()
  await deliver()
  expect(t.mails).toHaveLength(1)
})

test('a password link is not sent when it no longer works', async () => {
  const link = { is: 'password_link', nonce: 'n1' } as const
  breakMail(true)
  await add(link)
  await deliver()
  breakMail(false)
  minutes(30)
  await deliver()
  expect(t.mails).toEqual([])
  const { subject, text } = await mailOf({ ...link, ip: '203.0.113.7', country: 'FR' })
  expect(subject).toBe('Set a new password')
  expect(text).toMatch(/^https:\/\/sales\.example\/set-password#token=[\w-]{43}$/m)
  expect(text).toContain('It works once, until Nov 20, 2026, 13:00 UTC.')
  expect(text).toContain('Address: 203.0.113.7 (France)')
  expect(text).toContain('ignore this mail')
  expect(text).not.toContain('n1')
})
