import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeUser } from '#src/api/change-user.ts'
import { connection } from '#src/session/connection.ts'
import { currentUser, enterSession, leaveSession, setAccessToken } from '#src/state/session.ts'
import { SCREEN_USER } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'

const OLD = 'the old secret'

/** The server: it changes the password once, and the first `lost` responses are lost. */
function serve({ lost, isOther = false }: { lost: number; isOther?: boolean }) {
  let isRequired = true
  let left = lost
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(
      new URL(input instanceof Request ? input.url : input, 'http://localhost'),
      init,
    )
    const { pathname } = new URL(request.url)
    if (pathname !== '/v1/auth/change-password') {
      if (left > 0) throw new TypeError('Failed to fetch')
      return Response.json({ ...SCREEN_USER, requires_password_reset: isRequired ? 1 : 0 })
    }
    const isRight = (await request.text()).includes(OLD) && isRequired && !isOther
    if (isRight) isRequired = false
    if (left-- > 0) throw new TypeError('Failed to fetch')
    return isRight
      ? new Response(null, { status: 204 })
      : Response.json({ code: 400, message: 'Incorrect password' }, { status: 400 })
  })
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Reset password' }))

async function open() {
  renderInApp(<ResetPasswordPage />)
  await userEvent.type(screen.getByLabelText('Current Password'), OLD)
  await userEvent.type(screen.getByLabelText('New Password'), 'a better secret')
}

beforeEach(() => {
  history.replaceState(null, '', '/reset-password')
  enterSession({ ...SCREEN_USER, requires_password_reset: 1 })
  setAccessToken('token')
})
afterEach(() => {
  leaveSession()
  connection.isOnline = true
  vi.unstubAllGlobals()
})

it('a change whose response was lost is detected, and the page closes', async () => {
  serve({ lost: 1 })
  await open()
  await submit()
  await screen.findByText('Your password has been reset')
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(currentUser()?.requires_password_reset).toBe(0)
})

it('if the detection fails, the next try detects it', async () => {
  serve({ lost: 2 })
  await open()
  await submit()
  await screen.findByText('Failed to reset password')
  expect(location.pathname).toBe('/reset-password')
  connection.isOnline = true
  await submit()
  await screen.findByText('Your password has been reset')
  expect(screen.queryByText('Incorrect password')).toBeNull()
  await waitFor(() => expect(location.pathname).toBe('/'))
})

it('a wrong password shows an error while the change is required', async () => {
  serve({ lost: 0, isOther: true })
  await open()
  await submit()
  await screen.findByText('Incorrect password')
  expect(location.pathname).toBe('/reset-password')
})

it('a new password that breaks a rule is not sent, and the rules show which are met', async () => {
  serve({ lost: 0 })
  await open()
  const fresh = screen.getByLabelText('New Password')
  const met = () => screen.getAllByRole('listitem', { name: '' }).filter(isMet)
  const isMet = ({ textContent }: HTMLElement) => textContent.includes(', met')
  expect(met()).toHaveLength(3)
  await userEvent.clear(fresh)
  await userEvent.type(fresh, 'short')
  await userEvent.tab()
  await screen.findByText('Must be 8 to 128 characters')
  expect(met().length).toBeLessThan(3)
  await userEvent.clear(fresh)
  await userEvent.type(fresh, OLD)
  await submit()
  await screen.findByText('Must not be the current password')
  expect(location.pathname).toBe('/reset-password')
  expect(currentUser()?.requires_password_reset).toBe(1)
})

it('a new password is confirmed, and leads to Home', async () => {
  serve({ lost: 0 })
  await open()
  await submit()
  await screen.findByText('Successfully reset password')
  await waitFor(() => expect(location.pathname).toBe('/'))
})

it('the page closes once the change is no longer required', async () => {
  serve({ lost: 0 })
  await open()
  await changeUser({ requires_password_reset: 0 })
  await waitFor(() => expect(location.pathname).toBe('/'))
})
