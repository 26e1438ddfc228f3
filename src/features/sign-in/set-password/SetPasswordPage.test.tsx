import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { currentUser, leaveSession } from '#src/state/session.ts'
import type { AuthOptions, PasswordLink } from '#src/wire/account.ts'
import { openFaultyApi, type Failure } from '#tests/support/screens/faulty-api.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { field, press, type } from '#tests/support/screens/user-actions.ts'
import { SetPasswordPage } from './SetPasswordPage.tsx'

const SECRET = 'correct horse battery'

let api: ReturnType<typeof openFaultyApi>
let sent: unknown[]
let options: AuthOptions
let link: PasswordLink
/** What the server responds to a login. */
let loggedIn: object
const expiring = { token: 't', expires: '2999-01-01T00:00:00.000Z' }

beforeEach(() => {
  sent = []
  options = { forgot_password: 0, passkeys: 0 }
  link = { email: SCREEN_USER.email, purpose: 'password' }
  loggedIn = { user: SCREEN_USER, tokens: { access: expiring, refresh: expiring } }
  api = openFaultyApi({
    'POST /auth/password-link': () => link,
    'POST /auth/login': ({ body }) => {
      sent.push(body)
      return loggedIn
    },
    'GET /auth/options': () => options,
    'POST /auth/reset-password': ({ body }) => {
      sent.push(body)
      if (sent.length > 1)
        return Response.json({ code: 400, message: 'Invalid or expired token' }, { status: 400 })
    },
  })
  connection.isOnline = true
})
afterEach(() => {
  leaveSession()
  act(() => toast.remove())
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function open(address: string) {
  history.replaceState(null, '', address)
  renderInApp(<SetPasswordPage />)
}

async function fillForm(repeated = SECRET) {
  await type('New Password', SECRET)
  await type('Repeat Password', repeated)
}

it('the token leaves the address bar at once, and sets the password', async () => {
  open('/set-password#token=abc')
  expect(location.href).not.toContain('abc')
  await fillForm()
  await press('Set password')
  await screen.findByText('Your password is set. Log in with it.')
  expect(sent).toEqual([{ token: 'abc', new_password: SECRET }])
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

it('an invited person chooses a password for the named address, and goes on logged in', async () => {
  link = { email: SCREEN_USER.email, purpose: 'invitation' }
  open('/set-password#token=abc')
  await screen.findByText('Choose your password.')
  await screen.findByText(SCREEN_USER.email)
  await fillForm()
  await press('Set password')
  await screen.findByText('Your password is set')
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(currentUser()?.email).toBe(SCREEN_USER.email)
  expect(sent).toEqual([
    { token: 'abc', new_password: SECRET },
    { email: SCREEN_USER.email, password: SECRET },
  ])
  expect(sessionStorage).toHaveLength(0)
})

it.each<[string, () => void]>([
  [
    'who needs a second factor',
    () => {
      loggedIn = { challenge: 'c', factors: ['totp'] }
    },
  ],
  ['whose login fails', () => api.break('POST /auth/login', '500')],
])('an invited person %s finishes on the login page', async (_who, prepare) => {
  link = { email: SCREEN_USER.email, purpose: 'invitation' }
  prepare()
  open('/set-password#token=abc')
  await fillForm()
  await press('Set password')
  await screen.findByText('Your password is set. Log in with it.')
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(currentUser()).toBeNull()
})

it.each<Failure>(['no connection', '500', 'a page of a proxy'])(
  'without the address of the link (%s), the password is set all the same',
  async (failure) => {
    api.break('POST /auth/password-link', failure)
    open('/set-password#token=abc')
    await screen.findByText('Set a new password.')
    api.mend()
    await waitFor(() => expect(connection.isOnline).toBe(true))
    await fillForm()
    await press('Set password')
    await waitFor(() => expect(location.pathname).toBe('/login'))
  },
)

it('a reload keeps the token', async () => {
  open('/set-password#token=abc')
  await field('New Password')
  cleanup()
  open('/set-password')
  expect(await field('New Password')).toBeTruthy()
})

it('another link in the same tab replaces the token', async () => {
  open('/set-password#token=abc')
  await act(async () => {
    location.hash = '#token=def'
    dispatchEvent(new Event('hashchange'))
  })
  await fillForm()
  await press('Set password')
  await waitFor(() => expect(sent).toEqual([{ token: 'def', new_password: SECRET }]))
})

it('two different passwords are not sent', async () => {
  open('/set-password#token=abc')
  await fillForm('another horse battery')
  await press('Set password')
  await screen.findByText('Must be the same password')
  expect(sent).toEqual([])
})

it('a link that was used or has expired shows the way on', async () => {
  open('/set-password#token=abc')
  await fillForm()
  // The password is set, but the page does not learn it.
  api.break('POST /auth/reset-password', 'an answer lost on the way')
  await press('Set password')
  await screen.findByText('Failed to set password')
  api.mend()
  await waitFor(() => expect(connection.isOnline).toBe(true))
  await press('Set password')
  await screen.findByText(/If you have set your password, log in\. Otherwise ask an admin/)
  await press('Back to login')
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

it('where the server mails links, an expired one leads to a new one', async () => {
  options = { forgot_password: 1, passkeys: 0 }
  open('/set-password')
  fireEvent.click(await screen.findByText('Get a new link'))
  await waitFor(() => expect(location.pathname).toBe('/forgot-password'))
})

it('a person who is logged in learns what to do first', async () => {
  signInHere()
  open('/set-password#token=abc')
  expect(location.href).not.toContain('abc')
  await screen.findByText(SCREEN_USER.email)
  act(() => leaveSession())
  await field('New Password')
})
