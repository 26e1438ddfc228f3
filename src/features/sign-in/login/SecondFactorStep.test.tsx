import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { leaveSession, session } from '#src/state/session.ts'
import { AppToaster } from '#src/ui/toasts.tsx'
import { INVALID_CHALLENGE, INVALID_CODE } from '#src/wire/second-factors.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { SCREEN_USER } from '#tests/support/screens/screen-user.ts'
import { field, press, type } from '#tests/support/screens/user-actions.ts'
import { openWaitingPasskey } from '#tests/support/screens/waiting-passkey.ts'
import { LoginPage } from './LoginPage.tsx'

const token = { token: 't', expires: '2026-11-20T12:15:00.000Z' }
const SIGNED_IN = { user: SCREEN_USER, tokens: { access: token, refresh: token } }
const refused = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ code: status, message }, { status, headers })

let factors: string[]
let sent: unknown[]
let answer: () => unknown

beforeEach(() => {
  factors = ['totp', 'recovery']
  sent = []
  answer = () => SIGNED_IN
  connection.isOnline = true
})
afterEach(() => {
  leaveSession()
  act(() => toast.remove())
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** The page after the right password. */
async function show(acts: Acts = {}) {
  openFaultyApi({
    'GET /auth/options': () => ({ forgot_password: 1, passkeys: 1 }),
    'POST /auth/login': () => ({ challenge: 'challenge-1', factors }),
    'POST /auth/second-factor': ({ body }) => {
      sent.push(body)
      return answer()
    },
    ...acts,
  })
  render(
    <>
      <LoginPage />
      <AppToaster />
    </>,
  )
  await type('Email', 'a@example.com')
  await type('Password', 'secret')
  await press('Login')
  await screen.findByText('Confirm it is you.')
}
/** jsdom finds a link by its role slowly. */
const follow = async (text: string) => fireEvent.click(await screen.findByText(text))

it('a code is sent as soon as it has six digits, and nobody is signed in before', async () => {
  await show()
  expect(session.current).toEqual({ is: 'out' })
  expect(document.activeElement?.textContent).toBe('Confirm it is you.')
  await type('Code', '123 45')
  expect(sent).toEqual([])
  await type('Code', '123456')
  await screen.findByText('Successfully logged in')
  expect(sent).toEqual([{ challenge: 'challenge-1', kind: 'totp', code: '123456' }])
  expect(session.current).toMatchObject({ is: 'in', user: { id: SCREEN_USER.id } })
})

it('a wrong code empties the field, which says so until the next digit', async () => {
  await show()
  answer = () => refused(401, INVALID_CODE)
  await type('Code', '123456')
  await screen.findByText('Incorrect code')
  const code = await field('Code')
  expect([code.value, code.getAttribute('aria-invalid')]).toEqual(['', 'true'])
  await type('Code', '1')
  await waitFor(() => expect(screen.queryByText('Incorrect code')).toBeNull())
})

it('too many wrong codes: the page says when codes work again', async () => {
  await show()
  answer = () => refused(429, 'Too many requests', { 'Retry-After': '3120' })
  await type('Code', '123456')
  expect(await screen.findByText('Too many wrong codes. Try again in 52 minutes.')).toBeTruthy()
})

it('a code that is too short is not sent', async () => {
  await show()
  await type('Code', '123')
  await press('Confirm')
  await screen.findByText('Enter the 6 digits')
  expect(sent).toEqual([])
})

it('an expired sign-in starts again with the password, and says so', async () => {
  await show()
  answer = () => refused(401, INVALID_CHALLENGE)
  await type('Code', '123456')
  await screen.findByText(INVALID_CHALLENGE)
  expect((await field('Email')).value).toBe('a@example.com')
  expect((await field('Password')).value).toBe('')
})

it('a recovery code instead, and back to the code of the app', async () => {
  await show()
  await follow('Use a recovery code')
  await press('Confirm')
  await screen.findByText('Enter a recovery code')
  await follow('Use a code from your authenticator')
  await field('Code')
  await follow('Use a recovery code')
  await type('Recovery code', 'ab12-cd34')
  await press('Confirm')
  await screen.findByText('Successfully logged in')
  expect(sent).toEqual([{ challenge: 'challenge-1', kind: 'recovery', code: 'ab12-cd34' }])
})

it.each([[['recovery']], [['passkey', 'recovery']]])(
  'with %j in a browser without passkeys, only a recovery code or an admin helps',
  async (given) => {
    factors = given
    await show()
    await field('Recovery code')
    await screen.findByText(/Without one, ask an admin/)
    expect(screen.queryByText('Use a passkey')).toBeNull()
  },
)

it('without anything that works here, an admin helps', async () => {
  factors = ['passkey']
  await show()
  await screen.findByText(/Ask an admin to reset it/)
  await follow('Back to login')
  expect(await field('Password')).toBeTruthy()
})

it('offline, nothing is sent and the step stays', async () => {
  await show()
  connection.isOnline = false
  await type('Code', '123456')
  await screen.findByText('You are offline. Nothing was sent.')
  await field('Code')
  expect(sent).toEqual([])
})

it('Back of the browser leads to the password', async () => {
  await show()
  act(() => history.back())
  await field('Password')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

it('a passkey that the person did not use is a quiet line, not an error', async () => {
  vi.stubGlobal('PublicKeyCredential', () => {})
  vi.stubGlobal('navigator', {
    ...navigator,
    credentials: { get: async () => Promise.reject(new DOMException('', 'NotAllowedError')) },
  })
  factors = ['passkey', 'totp']
  await show()
  await press('Use a passkey')
  await screen.findByText('The passkey was not used. Try again.', { selector: '[role=status]' })
  expect(sent).toEqual([])
})

it('after Back, an answer on its way neither goes back again nor signs in', async () => {
  await show()
  const back = vi.spyOn(history, 'back')
  let respond: (response: Response) => void = () => undefined
  answer = () =>
    new Promise<Response>((resolve) => {
      respond = resolve
    })
  const fetch = vi.spyOn(globalThis, 'fetch')
  await type('Code', '123456')
  await waitFor(() => expect(sent).toHaveLength(1))
  await follow('Back to login')
  await field('Password')
  const signal = fetch.mock.calls.find(([url]) => url === '/v1/auth/second-factor')?.[1]?.signal
  expect(signal?.aborted).toBe(true)
  await act(async () => respond(refused(401, INVALID_CHALLENGE)))
  await waitFor(() => expect(session.current.is).toBe('failed'))
  expect(screen.queryByText(INVALID_CHALLENGE)).toBeNull()
  expect(back).toHaveBeenCalledTimes(1)
})

it('a code replaces the passkey that the browser waits for', async () => {
  const prompt = openWaitingPasskey()
  factors = ['passkey', 'totp']
  await show()
  await press('Use a passkey')
  await prompt.isOpen()
  await type('Code', '123456')
  await screen.findByText('Successfully logged in')
  await prompt.isClosed()
  expect(sent).toEqual([{ challenge: 'challenge-1', kind: 'totp', code: '123456' }])
})

it('a recovery code, too, replaces the passkey that the browser waits for', async () => {
  const prompt = openWaitingPasskey()
  factors = ['passkey', 'recovery']
  await show()
  await press('Use a passkey')
  await prompt.isOpen()
  await follow('Use a recovery code')
  await prompt.isClosed()
  await follow('Use a passkey instead')
  await press('Use a passkey')
  await prompt.isOpen()
  expect(sent).toEqual([])
})
