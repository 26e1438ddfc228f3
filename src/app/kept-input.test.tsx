import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#src/api/query-client.ts'
import { bannerDrafts } from '#src/features/banners/banner-drafts.ts'
import { BannersPage } from '#src/features/banners/BannersPage.tsx'
import { leaveSession, session } from '#src/state/session.ts'
import { openFaultyApi } from '#tests/support/faulty-api.ts'
import { dialog, field, isClosed, isOpen, press, pressIn } from '#tests/support/screen-hands.ts'
import { acts } from '#tests/support/screen-rows.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { SidebarFoot } from './SidebarLinks.tsx'

// Longer than the waits that the stand-in server skips.
CSS.supports ??= () => false

beforeEach(() => {
  openFaultyApi(acts())
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  signInHere()
})
afterEach(async () => {
  await act(async () => leaveSession(true))
  vi.unstubAllGlobals()
})

it('A banner that was being made when the session expired is there again, in its open dialog', async () => {
  bannerDrafts.change('AURA', { hasClickUrl: true, clickUrl: 'https://sale.example/now' })
  leaveSession()
  signInHere()
  render(
    <QueryClientProvider client={queryClient}>
      <BannersPage />
    </QueryClientProvider>,
  )
  expect((await field('Click URL')).value).toBe('https://sale.example/now')
  await pressIn('Cancel')
  await isClosed()
  expect(bannerDrafts.ids()).toEqual([])
})

it('Logout asks before it takes away what was typed, and does not where there is nothing', async () => {
  render(<SidebarFoot />)
  bannerDrafts.change('AURA', { clickUrl: 'typed' })
  await press('Logout')
  await screen.findByText(/typed and not saved is lost/)
  await pressIn('Cancel')
  await isClosed()
  expect(session.current.is).toBe('in')

  bannerDrafts.drop('AURA')
  await waitFor(() => expect(dialog()).toBeNull())
  await press('Logout')
  await waitFor(() => expect(session.current.is).toBe('out'))
})

it('Logout goes when it is confirmed, with what was typed', async () => {
  render(<SidebarFoot />)
  bannerDrafts.change('AURA', { clickUrl: 'typed' })
  await press('Logout')
  await waitFor(isOpen)
  await pressIn('Logout')
  await waitFor(() => expect(session.current.is).toBe('out'))
  signInHere()
  expect(bannerDrafts.ids()).toEqual([])
})
