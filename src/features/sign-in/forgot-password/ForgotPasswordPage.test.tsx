import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { AppToaster } from '#src/ui/toasts.tsx'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { button, field, press, type } from '#tests/support/screens/user-actions.ts'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'

const EMAIL = 'maya@saleroom.example'

let api: ReturnType<typeof openFaultyApi>
let sent: unknown[]
let options: () => unknown
let answer: () => unknown

beforeEach(() => {
  sent = []
  options = () => ({ forgot_password: 1, passkeys: 1 })
  answer = () => undefined
  api = openFaultyApi({
    'GET /auth/options': () => options(),
    'POST /auth/forgot-password': ({ body }) => {
      sent.push(body)
      return answer()
    },
  })
  connection.isOnline = true
})
afterEach(() => {
  act(() => toast.remove())
  localStorage.clear()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

function show(state: unknown = null) {
  history.replaceState(state, '', '/forgot-password')
  render(
    <>
      <ForgotPasswordPage />
      <AppToaster />
    </>,
  )
}

it('the email that was typed on Login is there, and the page says the same for every address', async () => {
  show({ email: ` ${EMAIL} ` })
  expect((await field('Email')).value.trim()).toBe(EMAIL)
  await press('Send the link')
  await screen.findByText('Look in your mail.')
  expect(sent).toEqual([{ email: EMAIL }])
  expect(document.body.textContent).toContain(
    `If ${EMAIL} has an account, a link to set a new password is on its way. It works once, for 30 minutes.`,
  )
  const again = await waitFor(() => screen.getByText(/^Send again in (30|29) s$/))
  expect(again.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement?.textContent).toBe('Look in your mail.')
})

it('an empty or overlong email is not sent', async () => {
  show()
  await press('Send the link')
  await screen.findByText('Enter your email')
  await type('Email', `${'a'.repeat(250)}@x.example`)
  await press('Send the link')
  await screen.findByText('Must be at most 254 characters')
  expect(sent).toEqual([])
})

it('too many requests: the page says when the next one is accepted', async () => {
  show({ email: EMAIL })
  answer = () =>
    Response.json(
      { code: 429, message: 'Too many requests' },
      { status: 429, headers: { 'Retry-After': '3120' } },
    )
  await press('Send the link')
  await screen.findByText('Too many requests. Try again in 52 minutes.')
  expect((await button('Send the link')).getAttribute('aria-disabled')).toBe('true')
})

it('offline and after a failure the email stays, to be sent again', async () => {
  show({ email: EMAIL })
  connection.isOnline = false
  await press('Send the link')
  await screen.findByText('You are offline. Nothing was sent.')
  expect(sent).toEqual([])
  connection.isOnline = true
  api.break('POST /auth/forgot-password', '500')
  await press('Send the link')
  await screen.findByText('Internal server error')
  api.mend()
  await press('Send the link')
  await screen.findByText('Look in your mail.')
})

it.each([
  ['does not mail links', () => ({ forgot_password: 0, passkeys: 1 })],
  [
    'is from before them',
    () => Response.json({ code: 404, message: 'Not found' }, { status: 404 }),
  ],
])('where the server %s, an admin can help', async (_what, given) => {
  options = given
  show()
  await screen.findByText('This server mails no links. Ask an admin to help you.')
  fireEvent.click(screen.getByText('Back to login'))
  await waitFor(() => expect(location.pathname).toBe('/login'))
})
