import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
// What the app loads on demand. Here it is loaded before: parts that load at the same time would each
// link the packages that they share, which the runner of these tests cannot.
import '#src/features/banners/BannersPage.tsx'
import '#src/features/bonus-codes/BonusCodesPage.tsx'
import '#src/features/home/HomePage.tsx'
import '#src/features/leads/LeadsPage.tsx'
import '#src/features/sign-in/login/LoginPage.tsx'
import '#src/features/sign-in/reset-password/ResetPasswordPage.tsx'
import '#src/features/seo-scripts/SeoScriptsPage.tsx'
import '#src/features/team/TeamPage.tsx'
import '#src/features/sign-in/verify-email/VerifyEmailPage.tsx'
import { enterSession, session, setAccessToken } from '#src/state/session.ts'
import { stashVerifyToken } from '#src/state/verify-token.ts'
import type { User } from '#src/wire/users.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { openScreenApp, type ScreenApp } from '#tests/support/screens/screen-app.ts'
import { acts } from '#tests/support/screens/screen-rows.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage } from '#tests/support/screens/show-page.tsx'
import { buttons, dialog, isClosed, press, type } from '#tests/support/screens/user-actions.ts'
import { App } from './App.tsx'
import '#src/app/frame/AppLayout.tsx'
import '#src/app/frame/AuthLayout.tsx'
import '#src/app/frame/ConfirmLogout.tsx'
import './DataProvider.tsx'
import '#src/app/frame/FindEverything.tsx'
import '#src/app/frame/logout.tsx'

stubLayout()

afterEach(() => {
  endPage()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

/** Starts the app at an address, as a reload does. */
function start(address?: string) {
  cleanup()
  if (address !== undefined) history.replaceState(null, '', address)
  stashVerifyToken()
  render(<App hasSetup={false} />)
}
const title = (name: string) =>
  waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(name))
const isAt = (path: string) => waitFor(() => expect(location.pathname).toBe(path))
const pressShortcut = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
const findField = () =>
  waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('[role=dialog] [role=combobox]')
    if (found === null) throw new Error('No search')
    return found
  })
const options = () => [...document.querySelectorAll<HTMLElement>('[role=dialog] [role=option]')]
const offers = (name: RegExp) => options().some(({ textContent }) => name.test(textContent))
const option = (name: RegExp) =>
  waitFor(() => {
    const found = options().find(({ textContent }) => name.test(textContent))
    if (found === undefined) throw new Error(`No option ${name}`)
    return found
  })
/** Opens the search, and types. */
async function search(text: string) {
  pressShortcut()
  const field = await findField()
  fireEvent.change(field, { target: { value: text } })
  return field
}

describe('A person who has to do something first', () => {
  const UNVERIFIED: User = { ...SCREEN_USER, is_email_verified: 0 }
  const token = { token: 't', expires: '2999-01-01T00:00:00.000Z' }

  function serve(more: Acts = {}) {
    const used: (string | null)[] = []
    openFaultyApi({
      'POST /auth/login': () => ({ user: UNVERIFIED, tokens: { access: token, refresh: token } }),
      'POST /auth/verify-email': ({ query }) => void used.push(query.get('token')),
      'GET /auth/me': () => UNVERIFIED,
      ...acts(),
      ...more,
    })
    return used
  }
  function enter(user: User) {
    enterSession(user)
    setAccessToken('token')
  }

  it('verifies the address by the mailed link, also if a login comes between, and no address keeps its token', async () => {
    const used = serve()
    start('/verify-email?token=mailed')
    await isAt('/login')
    expect(location.href).not.toContain('mailed')
    await type('Email', 'a@example.com')
    await type('Password', 'saleroom-demo')
    await press('Login')
    await screen.findByText('Successfully verified email')
    await isAt('/')
    expect(used).toEqual(['mailed'])
    expect(document.title).not.toContain('mailed')
    expect(sessionStorage).toHaveLength(0)
  })

  it.each([
    ['without a token', '', 'No token provided'],
    ['that is no longer valid', 'old', 'This link is invalid or has expired'],
  ])('learns that a link %s does not verify, and stays', async (_which, given, message) => {
    serve({
      'POST /auth/verify-email': () => Response.json({ code: 400, message }, { status: 400 }),
    })
    enter(UNVERIFIED)
    start(`/verify-email?token=${given}`)
    const alert = await screen.findByText(message)
    expect(alert.closest('[role=alert]')).not.toBeNull()
    expect(location.pathname).toBe('/verify-email')
  })

  it.each<[string, Partial<User>]>([
    ['Reset your password.', { requires_password_reset: 1 }],
    ['Verify your email.', { is_email_verified: 0 }],
  ])('on "%s" has no search and can log out', async (heading, must) => {
    serve()
    enter({ ...SCREEN_USER, ...must })
    start('/leads')
    await title(heading)
    pressShortcut()
    await press('Logout')
    await isAt('/login')
    expect(session.current.is).toBe('out')
    expect(buttons('Search everything')).toEqual([])
    expect(dialog()).toBeNull()
  })
})

describe('Search everything', () => {
  it('opens once however often its keys are pressed, and replaces what was typed', async () => {
    openFaultyApi(acts())
    signInHere()
    start('/leads')
    await screen.findByText('lead@buyer.example')
    pressShortcut()
    pressShortcut()
    const field = await findField()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
    fireEvent.change(field, { target: { value: 'something' } })
    fireEvent.keyDown(field, { key: 'k', ctrlKey: true })
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'something'.length])
    fireEvent.keyDown(field, { key: 'Escape' })
    await isClosed()
  })

  it('leaves another dialog alone', async () => {
    openFaultyApi(acts())
    signInHere()
    start('/leads')
    await press('Export')
    await waitFor(() => expect(dialog()).not.toBeNull())
    pressShortcut()
    expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
    expect(dialog()?.textContent).toContain('Export Leads CSV')
  })

  it('opens the dialog of an action once: closed, it stays closed after a reload', async () => {
    openFaultyApi({
      ...acts(),
      'GET /features': () => ({ features: ['administration', 'search'] }),
      'GET /team': () => [],
    })
    signInHere()
    start('/leads')
    await screen.findByText('lead@buyer.example')
    for (const [text, name, address, opened] of [
      ['create bonus', /^Create bonus code/, '/bonus-codes?action=create', 'Create a Bonus Code'],
      ['create banner', /^Create banner/, '/banners?action=create', 'Create a new Banner'],
      ['export leads', /^Export leads/, '/leads?action=export', 'Export Leads CSV'],
      ['invite', /^Invite to the team/, '/team?action=invite', 'Invite to the team'],
    ] as const) {
      const field = await search(text)
      await option(name)
      fireEvent.keyDown(field, { key: 'Enter' })
      await waitFor(() => expect(location.pathname + location.search).toBe(address))
      await waitFor(() => expect(dialog()?.textContent).toContain(opened))
      fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' })
      await isClosed()
      await waitFor(() => expect(location.search).not.toContain('action='))
    }
    start()
    await title('Team')
    expect(dialog()).toBeNull()
  })

  it('asks before a result leaves a page with unsaved input', async () => {
    openFaultyApi(acts())
    signInHere()
    start('/seo-scripts')
    await type('Head script', '<script>1</script>')
    for (const [reply, page] of [
      ['Stay', 'SEO Scripts'],
      ['Leave', 'Leads'],
    ] as const) {
      await search('leads')
      fireEvent.click(await option(/^Leads/))
      await screen.findByText('Leave without saving?')
      await press(reply)
      await title(page)
      await isClosed()
      expect(location.pathname).toBe(reply === 'Stay' ? '/seo-scripts' : '/leads')
    }
  })
})

describe('For marketing', () => {
  let app: ScreenApp
  beforeAll(async () => {
    app = await openScreenApp()
  })
  afterAll(() => app.close())

  it('the search finds leads and pages, and no wallet, purchase, code or foreign lead', async () => {
    app.serve('marketing')
    start('/leads')
    await screen.findByText('lead@own.example')
    await search('')
    await option(/^Create banner/)
    expect(offers(/bonus code|Add Tokens/i)).toBe(false)
    await search('lead@own.exam')
    await option(/lead@own\.example/)
    const { results } = await app.call<{ results: { transaction_hash: string }[] }>(
      'GET',
      '/transactions?projects=OWN&limit=1&page=1',
    )
    for (const text of [
      app.own.wallet,
      results[0]?.transaction_hash ?? '',
      'OWN-code',
      'lead@foreign.exam',
    ]) {
      expect(text).not.toBe('')
      await search('')
      await option(/^Create banner/)
      expect(screen.queryByText('No record matches')).toBeNull()
      await search(text)
      await screen.findAllByText('No record matches')
      expect(offers(/Add Tokens|Copy|Credit this/)).toBe(false)
    }
    await search('user search')
    expect(offers(/^User Search/)).toBe(false)
  })
})
