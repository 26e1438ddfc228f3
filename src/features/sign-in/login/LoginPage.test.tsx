import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { leaveSession, session } from '#src/state/session.ts'
import { AppToaster } from '#src/ui/toasts.tsx'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { openWaitingPasskey } from '#tests/support/screens/waiting-passkey.ts'
import { LoginPage } from './LoginPage.tsx'

const token = { token: 't', expires: '2026-11-20T12:15:00.000Z' }

function show() {
  render(
    <>
      <LoginPage />
      <AppToaster />
    </>,
  )
}
const fill = async (email: string, password: string) => {
  await userEvent.type(screen.getByLabelText('Email'), email)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

afterEach(() => {
  leaveSession()
  connection.isOnline = true
  vi.unstubAllGlobals()
})

describe('signing in', () => {
  it('shows a field’s error after it was touched, not before', async () => {
    show()
    const email = screen.getByLabelText('Email')
    expect(screen.queryByText('Enter your email')).toBeNull()
    await userEvent.click(email)
    await userEvent.tab()
    await screen.findByText('Enter your email')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('Enter your password')).toBeNull()
  })

  it('shows every error on submit and sends nothing', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    vi.stubGlobal('fetch', fetch)
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByText('Enter your email')
    await screen.findByText('Enter your password')
    expect(fetch).not.toHaveBeenCalledWith('/v1/auth/login', expect.anything())
  })

  it('shows a success message', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () =>
      Response.json({ user: SCREEN_USER, tokens: { access: token, refresh: token } }),
    )
    vi.stubGlobal('fetch', fetch)
    show()
    // Observed from before it appears, because it disappears by itself.
    const message = screen.findByText('Successfully logged in')
    await fill(' a@example.com ', 'secret')
    await message
    expect(session.current).toMatchObject({ is: 'in', user: { id: SCREEN_USER.id } })
    expect(fetch).toHaveBeenCalledWith(
      '/v1/auth/login',
      expect.objectContaining({
        body: JSON.stringify({ email: 'a@example.com', password: 'secret' }),
      }),
    )
  })

  it.each([
    [
      'the server’s message',
      { code: 401, message: 'Incorrect email or password' },
      'Incorrect email or password',
    ],
    ['its own message without one from the server', { code: 401, message: '' }, 'Failed to login'],
    ['its own message without one in the body', { code: 401 }, 'Failed to login'],
  ])('shows an error with %s', async (_whose, body, text) => {
    vi.stubGlobal('fetch', async () => Response.json(body, { status: 401 }))
    show()
    const message = screen.findByText(text, { selector: '[role=alert]' })
    await fill('a@example.com', 'wrong')
    await message
    expect(session.current).toMatchObject({ is: 'failed', error: { code: 401 } })
  })

  it('is rejected at once while offline', async () => {
    connection.isOnline = false
    const fetch = vi.fn<typeof globalThis.fetch>(async () =>
      Promise.reject(new TypeError('Failed to fetch')),
    )
    vi.stubGlobal('fetch', fetch)
    show()
    const message = screen.findByText('You are offline. Nothing was sent.')
    await fill('a@example.com', 'secret')
    await message
    expect(fetch).not.toHaveBeenCalledWith('/v1/auth/login', expect.anything())
  })

  it('sends nothing twice', async () => {
    const calls: string[] = []
    let respond = () => {}
    const held = new Promise<void>((resolve) => {
      respond = resolve
    })
    vi.stubGlobal('fetch', async (url: string) => {
      calls.push(url)
      await held
      return Response.json({ code: 401, message: 'no' }, { status: 401 })
    })
    show()
    await fill('a@example.com', 'secret')
    fireEvent.submit(document.querySelector('form')!)
    respond()
    await screen.findByText('no', { selector: '[role=alert]' })
    expect(calls.filter((url) => url === '/v1/auth/login')).toHaveLength(1)
  })
})

describe('the other ways to log in', () => {
  const openOptions = (options: () => Response) =>
    vi.stubGlobal('fetch', async (url: string) =>
      url === '/v1/auth/options' ? options() : Response.json({ status: 'ok' }),
    )
  const both = () => Response.json({ forgot_password: 1, passkeys: 1 })
  afterEach(() => localStorage.clear())

  it('appear where the server has them, and at once on the next visit', async () => {
    vi.stubGlobal('PublicKeyCredential', () => {})
    openOptions(both)
    show()
    await screen.findByText('Forgot password?')
    screen.getByText('Login with a passkey')
    cleanup()
    openOptions(() => Response.error())
    show()
    expect(screen.getByText('Forgot password?')).toBeTruthy()
    expect(screen.getByText('Login with a passkey')).toBeTruthy()
  })

  it('are gone with an earlier server, which has no such call', async () => {
    vi.stubGlobal('PublicKeyCredential', () => {})
    openOptions(both)
    show()
    await screen.findByText('Forgot password?')
    cleanup()
    openOptions(() => Response.json({ code: 404, message: 'Not found' }, { status: 404 }))
    show()
    await waitFor(() => expect(screen.queryByText('Forgot password?')).toBeNull())
    expect(screen.queryByText('Login with a passkey')).toBeNull()
  })

  it('have no passkey in a browser without passkeys', async () => {
    openOptions(both)
    show()
    await screen.findByText('Forgot password?')
    expect(screen.queryByText('Login with a passkey')).toBeNull()
  })

  async function startPasskey() {
    const prompt = openWaitingPasskey()
    const api = openFaultyApi({
      'GET /auth/options': both,
      'POST /auth/passkeys/challenge': () => ({ challenge: 'challenge-1' }),
      'POST /auth/login': () => Response.json({ code: 401, message: 'no' }, { status: 401 }),
    })
    show()
    fireEvent.click(await screen.findByText('Login with a passkey'))
    await prompt.isOpen()
    return { api, prompt }
  }

  it('a passkey that the browser waits for ends with the page, and puts nobody out', async () => {
    const { prompt } = await startPasskey()
    signInHere()
    cleanup()
    await prompt.isClosed()
    expect(session.current).toMatchObject({ is: 'in' })
  })

  it('a password that is sent replaces the passkey that the browser waits for', async () => {
    const { api, prompt } = await startPasskey()
    await fill('a@example.com', 'wrong')
    await prompt.isClosed()
    await screen.findByText('no', { selector: '[role=alert]' })
    expect(await screen.findByText('Login with a passkey')).toBeTruthy()
    expect(api.done('POST /auth/login')).toBe(1)
  })

  it('give the typed email to the page of a forgotten password, outside the URL', async () => {
    openOptions(both)
    show()
    await userEvent.type(screen.getByLabelText('Email'), 'a@example.com')
    fireEvent.click(await screen.findByText('Forgot password?'))
    await waitFor(() => expect(location.pathname).toBe('/forgot-password'))
    expect(location.href).not.toContain('example.com')
    expect(history.state).toEqual({ email: 'a@example.com' })
    history.replaceState(null, '', '/')
  })
})
