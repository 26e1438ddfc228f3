import { describe, expect, test } from 'vitest'
import { ACTIVITY_GROUPS, activityGroupsFor } from './activity-groups.ts'
import { activityOrigin, activityPerson, recordTitle } from './activity-names.ts'
import { activityTitle, describeActivity, type DescribedEntry } from './activity-text.ts'
import { AUDIT_ACTIONS } from './audit-actions.ts'
import { deviceName } from './device-name.ts'

const WALLET = '0x0b46e7d5a1b2c3d4e5f60718293a4b5c6d7e8c2f'
const entry = (fields: Partial<DescribedEntry> & { action: string }): DescribedEntry => ({
  object: 'x',
  object_id: null,
  created_at: '2026-11-20T11:17:35.000Z',
  before: null,
  after: null,
  ...fields,
})

/** The sentence in one line: records by their text, people by their id. */
function lineOf(fields: Parameters<typeof entry>[0]): string {
  const { title, parts } = describeActivity(entry(fields))
  return [title, ...parts.map((part) => (part.is === 'person' ? `#${part.id}` : part.text))].join(
    ' ',
  )
}

describe('what an entry says', () => {
  test.each([
    [
      {
        action: 'session.open',
        after: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko Firefox/130.0' },
      },
      'Signed in Firefox on Linux',
    ],
    [{ action: 'session.open' }, 'Signed in'],
    [{ action: 'stages.change', object_id: 'AURA' }, 'Changed stages of AURA'],
    [
      {
        action: 'progress.change',
        object_id: 'AURA',
        before: { public: 0, fields: [] },
        after: { public: 1, fields: ['stage', 'raised_usd'] },
      },
      'Changed public progress of AURA (on, now public: Stage, Raised)',
    ],
    [
      { action: 'user.change_alerts', object_id: '5', after: { rules: ['Events refused'] } },
      'Changed alerts 1 alert',
    ],
    [{ action: 'user.request_digest', object_id: '5' }, 'Requested a digest'],
    [
      { action: 'allocation_list.freeze', object_id: '7', after: { step: 'started', number: 3 } },
      'Started to freeze an allocation list No. 3',
    ],
    [
      {
        action: 'allocation_list.freeze',
        object_id: '7',
        after: { step: 'done', number: 3, wallets: 6412 },
      },
      'Froze an allocation list No. 3 of 6,412 wallets',
    ],
    [
      {
        action: 'allocation_list.freeze',
        object_id: '7',
        after: { step: 'failed', number: 3, failure: 'The server stopped. Nothing was kept.' },
      },
      'Could not freeze an allocation list No. 3 The server stopped. Nothing was kept.',
    ],
    [
      { action: 'allocation_list.withdraw', object_id: '7', after: { number: 3 } },
      'Withdrew an allocation list No. 3',
    ],
    [
      {
        action: 'allocation_list.download',
        object_id: '7',
        after: { number: 3, format: 'merkle', count: 1 },
      },
      'Downloaded an allocation list No. 3 as Merkle tree, 1 row',
    ],
    [{ action: 'notice.retry', object_id: '12' }, 'Sent a notice again No. 12'],
    [{ action: 'notice.retry', object_id: 'alert-12' }, 'Sent a notice again alert No. 12'],
    [
      { action: 'session.refused', object_id: '5', after: { network: '192.0.2.1', count: 5 } },
      'Sign-in refused 5 attempts for #5',
    ],
    [
      { action: 'session.refused', after: { network: '192.0.2.1', account: 'x', count: 1 } },
      'Sign-in refused 1 attempt for an unknown email address',
    ],
    [
      { action: 'session.refused', after: { network: 'others', account: 'unknown', count: 12 } },
      'Sign-in refused 12 attempts from elsewhere',
    ],
    [
      {
        action: 'session.lock_out',
        object_id: '5',
        after: { scope: 'account', network: '192.0.2.1', until: '2026-11-20T11:32:35.000Z' },
      },
      'Account locked out #5 for 15 minutes',
    ],
    [
      {
        action: 'session.lock_out',
        after: { scope: 'address', network: '192.0.2.1', until: '2026-11-20T11:20:35.000Z' },
      },
      'Address locked out 192.0.2.1 for 3 minutes',
    ],
    [
      {
        action: 'manual_transaction.create',
        object_id: '12',
        after: { tokens: '12000.000000000000000000', wallet_address: WALLET },
      },
      'Added tokens 12,000.00 to 0x0b46e7d5…8c2f',
    ],
    [{ action: 'wallet.update', object_id: WALLET }, 'Changed a wallet override 0x0b46e7d5…8c2f'],
    [
      {
        action: 'manual_transaction.reverse',
        object_id: '12',
        after: { tokens: '12000', wallet_address: WALLET },
      },
      'Reversed a credit 12,000.00 of 0x0b46e7d5…8c2f',
    ],
    [
      { action: 'transaction.void', object_id: '7', after: { wallet_address: WALLET } },
      'Voided a purchase No. 7 of 0x0b46e7d5…8c2f',
    ],
    [{ action: 'transaction.restore', object_id: '7' }, 'Restored a purchase No. 7'],
    [
      { action: 'wallet.successor', object_id: WALLET, after: { successor: WALLET } },
      'Changed the successor of 0x0b46e7d5…8c2f to 0x0b46e7d5…8c2f',
    ],
    [
      { action: 'wallet.successor', object_id: WALLET, after: { successor: null } },
      'Changed the successor of 0x0b46e7d5…8c2f to none',
    ],
    [
      {
        action: 'approval.approve',
        object_id: '3',
        after: { kind: 'void', tokens: '12000', wallet_address: WALLET },
      },
      'Approved the voiding of a purchase 12,000.00 of 0x0b46e7d5…8c2f',
    ],
    [
      { action: 'approval.expire', object_id: '3', after: { kind: 'credit', tokens: '5' } },
      'Request for a credit expired 5.00 to',
    ],
    [
      { action: 'bonus_code.disable', object_id: '3', after: { code: 'VIP', disabled: true } },
      'Disabled a bonus code VIP',
    ],
    [
      // From before the code was recorded.
      { action: 'bonus_code.disable', object_id: '3', after: { disabled: true } },
      'Disabled a bonus code No. 3',
    ],
    [
      { action: 'lead.export', after: { projects: ['HELIX', 'NOVA'], count: 1204 } },
      'Exported leads HELIX, NOVA, 1,204 rows',
    ],
    [{ action: 'lead.export', after: { projects: ['HELIX'] } }, 'Exported leads HELIX'],
    [
      {
        action: 'seo_script.update',
        before: { header: 'a', body: 'b' },
        after: { header: 'a', body: null },
      },
      'Changed scripts body',
    ],
    [
      {
        action: 'project.update',
        before: { buy_url: null },
        after: { buy_url: 'x', website_url: 'y' },
      },
      'Changed project settings 2 fields',
    ],
    [
      {
        action: 'project.change_terms',
        before: { fee_percentage: '0' },
        after: { fee_percentage: '1', reason: 'x' },
      },
      'Changed terms 1 field',
    ],
    [
      { action: 'project.rename', before: { id: 'A' }, after: { id: 'B' } },
      'Renamed a project A to B',
    ],
    [
      {
        action: 'user.change_role',
        object_id: '7',
        before: { role: 'user' },
        after: { role: 'client' },
      },
      'Changed a role #7 from user to client',
    ],
    [
      { action: 'user.create', object_id: '7', after: { email: 'a@b.example' } },
      'Added a person a@b.example',
    ],
    [{ action: 'ingest_key.create', after: { name: 'site' } }, 'Created a key Key “site”'],
    [
      { action: 'history.import', after: { step: 'done', file: 'leads.csv', taken: 1 } },
      'Finished an import leads.csv, 1 row',
    ],
    [{ action: 'history.import', after: { taken: 20 } }, 'Imported history 20 rows'],
    [
      { action: 'push_device.create', object_id: '3', after: { name: 'Chrome on Android' } },
      'Added a device for alerts Chrome on Android',
    ],
    [
      { action: 'push_device.delete', object_id: '3', before: { name: 'Chrome on Android' } },
      'Removed a device for alerts Chrome on Android',
    ],
    [{ action: 'approval.reject', object_id: '9' }, 'Rejected a credit'],
    [
      {
        action: 'approval.request',
        object_id: '9',
        after: { tokens: '350000', wallet_address: WALLET },
      },
      'Requested a credit 350,000.00 to 0x0b46e7d5…8c2f',
    ],
    [
      {
        action: 'approval.approve',
        object_id: '9',
        before: { state: 'pending' },
        after: { tokens: '350000', wallet_address: WALLET, state: 'approved' },
      },
      'Approved a credit 350,000.00 to 0x0b46e7d5…8c2f',
    ],
    [
      { action: 'approval.cancel', after: { wallet_address: WALLET } },
      'Cancelled a credit 0x0b46e7d5…8c2f',
    ],
    [
      { action: 'approval.expire', after: { tokens: '1', wallet_address: WALLET } },
      'Request for a credit expired 1.00 to 0x0b46e7d5…8c2f',
    ],
    [{ action: 'seo_script.restore', after: { version: 3 } }, 'Restored scripts version 3'],
    [
      { action: 'session.end', before: { device: 'Chrome on Linux' } },
      'Ended a session Chrome on Linux',
    ],
    [{ action: 'session.end_others' }, 'Ended all other sessions'],
    [
      { action: 'session.step_up', after: { kind: 'passkey' } },
      'Confirmed who they are with a passkey',
    ],
    [
      { action: 'session.step_up_refused', after: { kind: 'password' } },
      'Confirmation refused with the password',
    ],
    [
      { action: 'session.code_refused', object_id: '7', after: { kind: 'totp' } },
      'Second factor refused #7 with a code of the authenticator',
    ],
    [
      {
        action: 'session.codes_blocked',
        object_id: '7',
        after: { until: '2026-11-20T12:17:35.000Z' },
      },
      'Codes blocked #7 for 1 hour',
    ],
    [{ action: 'factor.add', after: { kind: 'totp' } }, 'Added a second factor Authenticator'],
    [
      {
        action: 'factor.rename',
        before: { name: 'A' },
        after: { kind: 'passkey', name: 'Pixel 8' },
      },
      'Renamed a passkey Pixel 8',
    ],
    [
      { action: 'factor.remove', before: { kind: 'passkey', name: 'Pixel 8' } },
      'Removed a second factor Pixel 8',
    ],
    [{ action: 'factor.reset', object_id: '7' }, 'Reset the second factor of #7'],
    [{ action: 'recovery_codes.create' }, 'Made new recovery codes'],
    [{ action: 'recovery_codes.use' }, 'Used a recovery code'],
    [
      { action: 'security_policy.change', after: { second_factor_roles: ['admin', 'user'] } },
      'Changed who needs a second factor admin, user',
    ],
    [
      { action: 'security_policy.change', after: { second_factor_roles: [] } },
      'Changed who needs a second factor nobody',
    ],
    [{ action: 'user.request_password_link', object_id: '7' }, 'Requested a new password #7'],
    [{ action: 'user.set_password' }, 'Set a new password by the mailed link'],
    [{ action: 'something.new', object_id: '9' }, 'something.new 9'],
    [{ action: 'constructor', object_id: '9' }, 'constructor 9'],
  ])('%o', (fields, expected) => {
    expect(lineOf(fields)).toBe(expected)
  })

  test('every action of the server has a sentence, also for an entry without values', () => {
    for (const action of AUDIT_ACTIONS) {
      const { title } = describeActivity(entry({ action }))
      expect(title).toMatch(/^[A-Z][a-z-]+/)
      expect(title).not.toContain('.')
    }
  })

  test('values of another type than expected are left out', () => {
    for (const action of AUDIT_ACTIONS) {
      for (const after of [[], 'text', { tokens: {}, code: [], projects: 'x', count: 'many' }])
        expect(lineOf({ action, object_id: '1', after })).not.toMatch(/undefined|null|object|NaN/)
    }
  })

  test('amounts and row counts are figures, which privacy mode masks', () => {
    const { parts } = describeActivity(
      entry({ action: 'manual_transaction.create', after: { tokens: '5' } }),
    )
    expect(parts[0]).toEqual({ is: 'figure', slot: 'amount', text: '5.00' })
    const exported = describeActivity(entry({ action: 'lead.export', after: { count: 7 } }))
    expect(exported.parts[0]).toEqual({
      is: 'figure',
      slot: 'count',
      text: '7 rows',
      unit: 'rows',
    })
  })
})

test('without a person it was nobody signed in, or Saleroom itself', () => {
  const by = (action: string, email: string | null) =>
    activityPerson({ action, actor_email: email }).name
  expect(by('session.refused', null)).toBe('Not signed in')
  expect(by('session.lock_out', null)).toBe('Saleroom')
  expect(by('session.open', 'a@b.example')).toBe('a@b.example')
})

test('an entry without an address is the command line’s, or its address is not shown', () => {
  expect(activityOrigin({ actor_role: 'operator', ip: null }).name).toBe('Server')
  expect(activityOrigin({ actor_role: 'admin', ip: null }).name).toBe('Not shown')
  expect(activityOrigin({ actor_role: 'admin', ip: '192.0.2.1' }).name).toBe('192.0.2.1')
})

test.each([
  ['wallet', WALLET, 'Wallet 0x0b46e7d5…8c2f'],
  ['bonus_code', '12', 'Bonus code 12'],
  ['manual_transaction', '12', 'Credit 12'],
  ['new_thing', null, 'New thing'],
])('the title of %s %s is "%s"', (object, id, expected) => {
  expect(recordTitle(object, id)).toBe(expected)
})

test('every action belongs to exactly one group of the filter', () => {
  const groupsOf = (action: string) =>
    ACTIVITY_GROUPS.filter(({ actions }) => actions.some((one) => action.startsWith(one)))
  for (const action of AUDIT_ACTIONS) expect([action, groupsOf(action).length]).toEqual([action, 1])
  expect(activityGroupsFor('admin')).toHaveLength(ACTIVITY_GROUPS.length)
  expect(activityGroupsFor('marketing').map(({ label }) => label)).not.toContain('Credits')
  expect(activityGroupsFor('client').map(({ label }) => label)).toContain('Credits')
  expect(activityGroupsFor('client').map(({ label }) => label)).not.toContain('Keys')
})

test('an entry of which only the action is known has the same title', () => {
  for (const action of ['wallet.update', 'manual_transaction.create', 'something.new'])
    expect(activityTitle(action)).toBe(describeActivity(entry({ action })).title)
  expect(activityTitle('wallet.update')).toBe('Changed a wallet override')
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1', 'Safari on macOS'],
  ['curl/8.5.0', null],
  ['', null],
])('the device of "%s" is %s', (userAgent, expected) => {
  expect(deviceName(userAgent)).toBe(expected)
})
