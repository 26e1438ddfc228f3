import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { selectProjects, setExcludeUnknown, setPeriod } from '#src/state/filters.ts'
import { enterSession, leaveSession } from '#src/state/session.ts'
import { pageShown } from '#src/ui/loading-order.ts'
import type { Approval } from '#src/wire/approval.ts'
import { featureCalls } from '#src/wire/features.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { acts, APPROVAL, approvalActs } from '#tests/support/screens/screen-rows.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { SidebarFooter, SidebarLinks } from './SidebarLinks.tsx'

beforeEach(() => {
  signInHere()
  pageShown()
})
afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

function show(features: readonly string[] = []) {
  const client = new QueryClient()
  client.setQueryData([featureCalls.listFeatures.path, {}], { features })
  renderInApp(
    <>
      <SidebarLinks />
      <SidebarFooter />
    </>,
    { client },
  )
}

const hrefs = () =>
  screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
    .filter((href) => href !== '/reset-password')
const linksOf = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('link')
    .map((link) => link.textContent)

it('the links carry the filters, also when they are copied', async () => {
  history.replaceState(null, '', '/leads')
  show()
  expect(hrefs()).toContain('/banners')
  await act(async () => {
    setPeriod('week')
    selectProjects(['AURA', 'NOVA & CO'])
    setExcludeUnknown(true)
  })
  const search = '?projects=AURA&projects=NOVA+%26+CO&period=week&exclude-unknown=1'
  expect(new Set(hrefs().map((address) => address?.replace(/^[^?]*/, '')))).toEqual(
    new Set([search]),
  )
  expect(hrefs()).toContain(`/${search}`)
  expect(screen.getByRole('link', { name: 'Leads' }).getAttribute('aria-current')).toBe('page')
})

it('an admin has the links of administration, and a heading where a group has more', async () => {
  show(['administration'])
  expect(await screen.findByRole('link', { name: 'Team' })).toBeDefined()
  expect(linksOf('Overview')).toEqual(['Home'])
  expect(linksOf('Sales')).toEqual([
    'Transactions Search',
    'User Search',
    'Manual Transactions',
    'Bonus Codes',
    'Leads',
  ])
  expect(linksOf('Site')).toEqual(['Banners', 'SEO Scripts', 'Project Settings', 'Connections'])
  expect(screen.getByText('Site')).toBeDefined()
  expect(screen.queryByText('Sales')).toBeNull()
})

it('Channels follows Home where the server has campaigns, and then every group has its heading', async () => {
  show(['campaigns'])
  expect(await screen.findByRole('link', { name: 'Channels' })).toBeDefined()
  expect(linksOf('Overview')).toEqual(['Home', 'Channels'])
  expect(screen.getByText('Overview')).toBeDefined()
  expect(screen.getByText('Sales')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Launch comparison' })).toBeNull()
})

it('a role without money has no link to Channels, Stages, Settlement and Allocations', async () => {
  const features = ['campaigns', 'stages', 'settlement', 'allocations']
  show(features)
  expect(linksOf('Overview')).toEqual(['Home', 'Channels', 'Stages', 'Settlement', 'Allocations'])
  cleanup()
  await act(async () => enterSession({ ...SCREEN_USER, role: 'marketing' }))
  show(features)
  expect(linksOf('Overview')).toEqual(['Home'])
  expect(screen.queryByText('Overview')).toBeNull()
})

/** A server with these requests in AURA. */
function showWithRequests(requests: readonly Approval[], features = ['approvals']) {
  openFaultyApi({ ...approvalActs(requests), ...acts() })
  show(features)
  return screen.findByRole('link', { name: 'Manual Transactions' })
}

it('the requests that the user may decide are counted beside Manual Transactions', async () => {
  const link = await showWithRequests([
    APPROVAL,
    { ...APPROVAL, id: '13' },
    { ...APPROVAL, id: '14', is_own: 1 },
    { ...APPROVAL, id: '15', state: 'approved' },
  ])
  await screen.findByText('2')
  expect(
    screen.getByRole('link', {
      name: 'Manual Transactions',
      description: '2 waiting for your approval',
    }),
  ).toBe(link)
})

it('one’s own requests are not counted, and a server without approvals has no count', async () => {
  const link = await showWithRequests([{ ...APPROVAL, is_own: 1 }])
  await waitFor(() => expect(link.getAttribute('aria-describedby')).not.toBeNull())
  expect(link.textContent).toBe('Manual Transactions')
  cleanup()
  const other = await showWithRequests([APPROVAL], [])
  expect(other.getAttribute('aria-describedby')).toBeNull()
})

it('a server without administration, and a user who is no admin, have none of them', async () => {
  show()
  expect(screen.queryByRole('link', { name: 'Connections' })).toBeNull()
  await act(async () => enterSession({ ...SCREEN_USER, role: 'user' }))
  show(['administration'])
  for (const name of ['Team', 'Connections'])
    expect(screen.queryByRole('link', { name })).toBeNull()
})
