import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { currentUser, enterSession, setAccessToken } from '#src/state/session.ts'
import type { Factor } from '#src/wire/factors.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { SCREEN_USER } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button, press } from '#tests/support/screens/user-actions.ts'
import { SecondFactorPage } from './SecondFactorPage.tsx'

const TOTP: Factor = {
  id: '1',
  kind: 'totp',
  name: 'Authenticator',
  created_at: '2026-11-01T09:00:00.000Z',
  last_used_at: null,
}

let factors: Factor[]
let api: ReturnType<typeof openFaultyApi>

beforeEach(() => {
  factors = []
  api = openFaultyApi({
    'GET /factors': () => ({
      factors,
      recovery_codes_left: 0,
      is_required: 1,
      has_passkeys: 1,
    }),
    'GET /users/1': () => ({ ...SCREEN_USER, requires_second_factor: factors.length > 0 ? 0 : 1 }),
  })
  connection.isOnline = true
  enterSession({ ...SCREEN_USER, requires_second_factor: 1 })
  setAccessToken('token')
})
afterEach(endPage)

it('says why, and goes on only with a factor', async () => {
  showPage(SecondFactorPage)
  await screen.findByText(/The role Admin needs one/)
  await screen.findByText('Authenticator')
  const go = await button('Continue')
  expect(go.getAttribute('aria-disabled')).toBe('true')
  await press('Continue')
  await screen.findByText('Add a passkey or turn on an authenticator first.', {
    selector: '[role=alert]',
  })
})

it('with a factor, Continue fetches the user, who needs nothing more', async () => {
  factors = [TOTP]
  showPage(SecondFactorPage)
  await waitFor(async () =>
    expect((await button('Continue')).getAttribute('aria-disabled')).toBeNull(),
  )
  await press('Continue')
  await waitFor(() => expect(currentUser()?.requires_second_factor).toBe(0))
})

it('if the server does not respond, the page stays and says so', async () => {
  factors = [TOTP]
  showPage(SecondFactorPage)
  await waitFor(async () =>
    expect((await button('Continue')).getAttribute('aria-disabled')).toBeNull(),
  )
  api.break('GET /users/1', '500')
  await press('Continue')
  await screen.findByText('The server could not be reached. Try again.')
  expect(currentUser()?.requires_second_factor).toBe(1)
})
