import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { leaveSession } from '#src/state/session.ts'
import { FEATURES, featureCalls } from '#src/wire/features.ts'
import { WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { ActivityText } from './ActivityText.tsx'

afterEach(() => leaveSession())

function show(action: string, fields: { object_id?: string; after?: unknown }, isMasked = false) {
  signInHere()
  const client = new QueryClient()
  client.setQueryData([featureCalls.listFeatures.path, {}], { features: FEATURES })
  const entry = {
    id: '1',
    created_at: '2026-11-20T11:17:35.000Z',
    actor_id: null,
    actor_email: null,
    actor_role: null,
    action,
    object: 'x',
    object_id: null,
    project_id: 'AURA',
    before: null,
    after: null,
    ip: null,
    ...fields,
  }
  const { container } = renderInApp(<ActivityText entry={entry} isMasked={isMasked} />, { client })
  return container
}

test('a wallet’s link is named by the whole address, a code’s by the code', () => {
  const { wallet_address: address } = WALLET
  show('wallet.update', { object_id: address })
  const link = screen.getByRole('link', { name: address })
  expect(link.textContent).toBe('0xabababab…abab')
  const code = show('bonus_code.create', { object_id: '3', after: { code: 'VIP' } })
  expect(screen.getByRole('link', { name: 'VIP' }).getAttribute('href')).toBe('/bonus-codes/AURA/3')
  expect(code.firstElementChild?.getAttribute('title')).toBe('Created a bonus code VIP')
})

test.each([1, 1204])(
  'in privacy mode %s exported rows and refused attempts look alike',
  (count) => {
    const rows = show('lead.export', { after: { projects: ['AURA'], count } }, true)
    expect(rows.textContent).toBe('Exported leads AURA, █████ rows')
    expect(rows.firstElementChild?.getAttribute('title')).toBe('Exported leads AURA, Hidden rows')
    const attempts = show('session.refused', { after: { count } }, true)
    expect(attempts.textContent).toBe('Sign-in refused █████ attempts for an unknown email address')
  },
)
