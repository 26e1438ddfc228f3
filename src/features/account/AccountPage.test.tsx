import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cancelPasskey, createPasskey, hasPasskeySupport } from '#src/account/passkeys.ts'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import { currentUser, leaveSession } from '#src/state/session.ts'
import { saveFile } from '#src/ui/save-file.ts'
import type { Factor } from '#src/wire/factors.ts'
import { INVALID_CODE } from '#src/wire/second-factors.ts'
import { FAILURE_NAMES, openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  isClosed,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { AccountPage } from './AccountPage.tsx'

vi.mock('#src/ui/save-file.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }))
vi.mock(import('#src/account/passkeys.ts'), async (load) => ({
  ...(await load()),
  hasPasskeySupport: vi.fn<typeof hasPasskeySupport>(() => true),
  createPasskey: vi.fn<typeof createPasskey>(),
  cancelPasskey: vi.fn<typeof cancelPasskey>(async () => undefined),
}))
CSS.supports ??= () => false

afterEach(() => {
  endPage()
  vi.clearAllMocks()
})

const AT = '2026-11-14T10:00:00.000Z'
const passkey = (id: string, name: string): Factor => ({
  id,
  kind: 'passkey',
  name,
  created_at: AT,
  last_used_at: null,
})
const session = (id: string, device: string | null, isCurrent: 0 | 1) => ({
  id,
  device,
  method: 'password',
  ip: '203.0.113.24',
  country: 'DE',
  created_at: AT,
  last_used_at: AT,
  is_current: isCurrent,
})
const OPTIONS = {
  challenge: 'c',
  rp: { id: 'localhost', name: 'Saleroom' },
  user: { id: 'u', name: 'a@example.com', displayName: 'a@example.com' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
}

function open({ factors = [], left = 0, hasPasskeys = 1, isRequired = 0 }: Start = {}) {
  const state = {
    factors,
    left,
    sessions: [session('1', 'Firefox on Linux', 1), session('2', 'Chrome on Windows', 0)],
  }
  const bodies: unknown[] = []
  const api = openFaultyApi({
    'GET /features': () => ({ features: ['factors', 'alerts'] }),
    'GET /users/1': () => ({
      ...SCREEN_USER,
      requires_second_factor: state.factors.length === 0 ? isRequired : 0,
    }),
    'GET /sessions': () => state.sessions,
    'DELETE /sessions': () => {
      state.sessions = state.sessions.slice(0, 1)
    },
    'DELETE /sessions/2': () => {
      state.sessions = state.sessions.slice(0, 1)
    },
    'GET /factors': () => ({
      factors: state.factors,
      recovery_codes_left: state.left,
      is_required: isRequired,
      has_passkeys: hasPasskeys,
    }),
    'POST /factors/passkeys/options': () => OPTIONS,
    'POST /factors/passkeys': ({ body }) => {
      bodies.push(body)
      state.factors = [...state.factors, passkey('9', 'New')]
      return passkey('9', 'New')
    },
    'POST /factors/totp': () => ({ key: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a?secret=JBSW' }),
    'POST /factors/totp/confirm': ({ body }) => {
      bodies.push(body)
      if (JSON.stringify(body) !== '{"code":"123456"}')
        return Response.json({ code: 400, message: INVALID_CODE }, { status: 400 })
      const totp = { ...passkey('8', 'Authenticator'), kind: 'totp' as const }
      state.factors = [...state.factors, totp]
      return totp
    },
    'POST /factors/recovery-codes': () => {
      state.left = 10
      return { codes: Array.from({ length: 10 }, (_, at) => `CODE-${at}`) }
    },
    'PATCH /factors/3': ({ body }) => {
      bodies.push(body)
      return passkey('3', 'Work phone')
    },
    'DELETE /factors/*': ({ path }) => {
      state.factors = state.factors.filter(({ id }) => !path.endsWith(`/${id}`))
    },
    'POST /auth/change-password': ({ body }) => void bodies.push(body),
  })
  signInHere()
  const { unmount } = showPage(AccountPage)
  return { api, state, bodies, unmount }
}
interface Start {
  factors?: Factor[]
  left?: number
  hasPasskeys?: 0 | 1
  isRequired?: 0 | 1
}

const region = (name: string) => screen.findByRole('region', { name })
/** Presses a button of a region; while the region loads, another one has its name. */
const inRegion = async (name: string, label: string) => {
  const found = await waitFor(() => {
    const [first] = buttons(label, screen.getByRole('region', { name }))
    if (first === undefined) throw new Error(`No button ${label}`)
    return first
  })
  fireEvent.click(found)
}

/** React Query keeps the input and the result of a write while its component has not reset it. */
const keepsNothingOf = (secret: string) =>
  waitFor(() => {
    const kept = queryClient.getMutationCache().getAll()
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(secret)
  })

test('sessions show where they are, and one ends at once', async () => {
  const { api } = open()
  const sessions = await region('Sessions')
  await within(sessions).findByText(/^Germany, 203\.0\.113\.24, since Nov 14/)
  within(sessions).getByText(/^Germany, 203\.0\.113\.24, last used Nov 14/)
  expect(buttons('End', sessions)).toHaveLength(1)
  await inRegion('Sessions', 'End')
  await waitFor(() => expect(screen.queryByText('Chrome on Windows')).toBeNull())
  expect(api.done('DELETE /sessions/2')).toBe(1)
  expect((await button('End all others')).getAttribute('aria-disabled')).toBe('true')
})

test.each(FAILURE_NAMES)('after %s a session that did not end is still there', async (failure) => {
  const { api, state } = open()
  await screen.findByText('Chrome on Windows')
  api.break('DELETE /sessions/2', failure)
  await inRegion('Sessions', 'End')
  await waitFor(() =>
    expect(document.body.textContent).toMatch(/Error ending|Ended|server|requests/),
  )
  const isThere = screen.queryByText('Chrome on Windows') !== null
  expect(isThere).toBe(state.sessions.length === 2)
})

test('the first passkey is named after the device and comes with recovery codes', async () => {
  const { bodies, state } = open()
  const response = { clientDataJSON: 'a', attestationObject: 'b' }
  const credential = { id: 'k', rawId: 'k', type: 'public-key', response } as const
  vi.mocked(createPasskey).mockResolvedValueOnce(credential)
  await inRegion('Passkeys', 'Add a passkey')
  await pressIn('Make codes')
  await screen.findByText('CODE-9')
  expect(vi.mocked(createPasskey).mock.lastCall?.[0]).toMatchObject({ challenge: 'c' })
  expect(bodies).toMatchObject([{ name: expect.any(String), credential }])
  await pressIn('Download')
  const [name, file] = vi.mocked(saveFile).mock.lastCall ?? []
  expect(name).toBe('saleroom-recovery-codes.txt')
  expect(await file?.text()).toContain('CODE-0\nCODE-1\n')
  await pressIn('Done')
  await isClosed()
  expect(state.left).toBe(10)
  await within(await region('Recovery codes')).findByText('10 of 10 left')
})

test('codes that were not saved are not closed by mistake', async () => {
  open({ factors: [passkey('3', 'Phone')], left: 10 })
  await inRegion('Recovery codes', 'New codes')
  await screen.findByText(/The 10 that you still have end\./)
  await pressIn('Make codes')
  await screen.findByText('CODE-0')
  await pressIn('Done')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Close without saving the codes?')
})

test('the browser’s dialog of a new passkey closes with the page', async () => {
  const { unmount } = open()
  vi.mocked(createPasskey).mockReturnValueOnce(new Promise(() => undefined))
  await inRegion('Passkeys', 'Add a passkey')
  await waitFor(() => expect(createPasskey).toHaveBeenCalled())
  expect(cancelPasskey).not.toHaveBeenCalled()
  unmount()
  expect(cancelPasskey).toHaveBeenCalledTimes(1)
})

test('a passkey that the browser did not make is explained', async () => {
  const { api } = open()
  vi.mocked(createPasskey).mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
  await inRegion('Passkeys', 'Add a passkey')
  await screen.findByText('This device already holds a passkey of your account.')
  expect(api.done('POST /factors/passkeys')).toBe(0)
})

test.each([
  ['the browser has none', 1, false, /This browser does not support passkeys/],
  ['the address has none', 0, true, /Passkeys need an https address/],
] as const)('passkeys are not offered where %s', async (_why, hasPasskeys, isSupported, reason) => {
  vi.mocked(hasPasskeySupport).mockReturnValue(isSupported)
  open({ hasPasskeys })
  await screen.findByText(reason)
  expect(buttons('Add a passkey')).toEqual([])
  vi.mocked(hasPasskeySupport).mockReturnValue(true)
})

test('a passkey is renamed and removed', async () => {
  const { bodies, state } = open({ factors: [passkey('3', 'Phone')], left: 10 })
  await press('Rename Phone')
  await type('Name', 'Work phone')
  await pressIn('Rename')
  await isClosed()
  expect(bodies).toEqual([{ name: 'Work phone' }])
  await inRegion('Passkeys', 'Remove')
  await screen.findByRole('alertdialog', { name: 'Remove Phone?' })
  await pressIn('Remove')
  await isClosed()
  expect(state.factors).toEqual([])
})

const NEEDED =
  'Your role needs a second factor. You will have to add another one before you can go on.'

test.each([
  ['Passkeys', 'Remove', passkey('3', 'Phone')],
  ['Authenticator', 'Turn off', { ...passkey('3', 'Authenticator'), kind: 'totp' as const }],
])(
  '%s: after the last factor that a role needs, the app knows that one is missing',
  async (group, verb, factor) => {
    open({ factors: [factor], left: 10, isRequired: 1 })
    await inRegion(group, verb)
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain(`Your recovery codes end with it. ${NEEDED}`)
    await pressIn(verb)
    await isClosed()
    await waitFor(() => expect(currentUser()?.requires_second_factor).toBe(1))
  },
)

test('the removal of one of two factors ends nothing else', async () => {
  open({ factors: [passkey('3', 'Phone'), passkey('4', 'Key')], left: 10, isRequired: 1 })
  await inRegion('Passkeys', 'Remove')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).not.toMatch(/recovery codes|Your role/)
})

test('an authenticator is turned on with its first code', async () => {
  const { bodies } = open({ factors: [passkey('3', 'Phone')], left: 10 })
  await inRegion('Authenticator', 'Turn on')
  await screen.findByText('JBSW Y3DP EHPK 3PXP')
  await screen.findByRole('img', { name: 'QR code of the key below' })
  await type('Code', '111 111')
  await inRegion('Authenticator', 'Turn on')
  await screen.findByText(/^Incorrect code/)
  await type('Code', '123 456')
  await inRegion('Authenticator', 'Turn on')
  await button('Turn off')
  expect(bodies).toEqual([{ code: '111111' }, { code: '123456' }])
  await keepsNothingOf('JBSWY3DPEHPK3PXP')
})

test.each([
  [3, '3 recovery codes are left.'],
  [1, '1 recovery code is left.'],
  [0, 'You have no recovery codes.'],
])('with %d codes left a notice says so', async (left, text) => {
  open({ factors: [passkey('3', 'Phone')], left })
  expect((await screen.findByText(text)).tagName).toBe('B')
})

test.each([
  ['enough codes', [passkey('3', 'Phone')], 4],
  ['no factor', [], 0],
])('with %s there is no notice', async (_state, factors, left) => {
  open({ factors, left })
  await screen.findByText(factors.length > 0 ? '4 of 10 left' : 'You have no passkey yet.')
  expect(screen.queryByText(/recovery codes? (?:are|is) left|no recovery codes/)).toBeNull()
})

test('the password is changed, and the form is empty afterwards', async () => {
  const { bodies } = open()
  await type('Current password', 'the old one')
  await type('New password', 'a much longer secret')
  await press('Change password')
  await screen.findByText('Password changed. Your other sessions have ended.')
  expect(bodies).toEqual([{ old_password: 'the old one', new_password: 'a much longer secret' }])
  const current = screen.getByLabelText<HTMLInputElement>('Current password')
  await waitFor(() => expect(current.value).toBe(''))
  await keepsNothingOf('the old one')
})

test('offline the saved lists stay readable and nothing is sent', async () => {
  const { api } = open({ factors: [passkey('3', 'Phone')], left: 10 })
  await button('Rename Phone')
  act(() => {
    connection.isOnline = false
  })
  await inRegion('Sessions', 'End')
  await screen.findByText('You are offline. Nothing was sent.')
  await inRegion('Passkeys', 'Remove')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.done('DELETE /sessions/2')).toBe(0)
})

test('lists that did not load can be loaded again', async () => {
  const { api, unmount } = open()
  unmount()
  await act(async () => leaveSession(true))
  api.break('GET /factors', '500')
  api.break('GET /sessions', '500')
  signInHere()
  showPage(AccountPage)
  await screen.findByText('Your second factors did not load')
  await screen.findByText('Sessions did not load')
  api.mend()
  for (const again of buttons('Try again')) fireEvent.click(again)
  await screen.findByText('Chrome on Windows')
  await screen.findByText('You have no passkey yet.')
  expect(screen.queryByText(/did not load/)).toBeNull()
})
