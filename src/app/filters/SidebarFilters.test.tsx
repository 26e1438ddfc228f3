import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { Sidebar } from '#src/app/frame/Sidebar.tsx'
import { applyUrl, filters } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { openRange, sidebar } from '#src/state/sidebar.ts'
import { PROJECT } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'

let isPhone = false
const { matchMedia } = window
window.matchMedia = (query) => ({
  ...matchMedia(query),
  get matches() {
    return isPhone && query.includes('max-width: 850px')
  },
})

/** When the selected projects began. */
let created: string[] = []

beforeEach(() => {
  created = []
  isPhone = false
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.includes('/names')
        ? ['AURA', 'HELIX']
        : created.map((created_at, at) => ({ ...PROJECT, id: ['AURA', 'HELIX'][at], created_at })),
    ),
  )
  signInHere()
})
afterEach(() => {
  // A page that is still there would send requests without a session, and their refusal end the next one.
  cleanup()
  leaveSession()
  vi.unstubAllGlobals()
  navigate('/')
})

/** Renders the sidebar on a page and waits for the filters' chunk. */
async function openAt(path: string) {
  navigate(path)
  renderInApp(<Sidebar />, { client: new QueryClient() })
  const group = within(screen.getByRole('group', { name: 'Filters' }))
  await group.findByRole('combobox', { name: 'Projects' })
  return group
}

const homeFilters = (group: Awaited<ReturnType<typeof openAt>>) => [
  group.queryByRole('radiogroup', { name: 'Time period' }),
  group.queryByRole('button', { name: 'Custom range' }),
  group.queryByRole('combobox', { name: 'Time unit' }),
  group.queryByRole('switch', { name: 'Exclude unknown' }),
]

test('on Home every filter is visible', async () => {
  const group = await openAt('/')
  expect(homeFilters(group)).not.toContain(null)
  expect(group.queryByRole('button', { name: 'Home filters' })).toBeNull()
})

test('on Activity the period is visible, without what only Home uses', async () => {
  const group = await openAt('/activity')
  const [period, range, ...others] = homeFilters(group)
  expect([period, range]).not.toContain(null)
  expect(others).toEqual([null, null])
  expect(group.queryByRole('button', { name: 'Home filters' })).toBeNull()
})

test('on Channels the period and the unknown labels are chosen', async () => {
  const group = await openAt('/channels')
  const [period, range, unit, unknown] = homeFilters(group)
  expect([period, range, unknown]).not.toContain(null)
  expect(unit).toBeNull()
})

test('on other pages the filters of Home are collapsed into one line', async () => {
  const group = await openAt('/leads')
  expect(homeFilters(group)).toEqual([null, null, null, null])
  expect(group.getByRole('switch', { name: 'Privacy mode' })).toBeTruthy()
  expect(group.getByRole('button', { name: 'Refresh' })).toBeTruthy()
  const line = group.getByRole('button', { name: 'Home filters', expanded: false })
  await userEvent.click(line)
  expect(line.getAttribute('aria-expanded')).toBe('true')
  expect(homeFilters(group)).not.toContain(null)
  await userEvent.click(group.getByRole('radio', { name: 'Year' }))
  expect(filters.period).toBe('year')
  await userEvent.click(line)
  expect(homeFilters(group)).toEqual([null, null, null, null])
})

test.each([
  ['is replaced when it becomes too long for hours', 5001, '?unit=hour', '?unit=day', 'day'],
  ['leaves hours as long as they fit', 4999, '?unit=hour', '?unit=hour', 'hour'],
  [
    'leaves a link as it is while its unit is available',
    5001,
    '?period=month&unit=day&exclude-unknown=0',
    '?period=month&unit=day&exclude-unknown=0',
    'day',
  ],
])('the history of the projects %s', async (_what, hours, search, expected, unit) => {
  const now = Date.now()
  created = [1, hours].map((ago) => new Date(now - ago * 3_600_000).toISOString())
  const group = await openAt(`/${search}`)
  act(() => applyUrl())
  const shown = group.getByRole('combobox', { name: 'Time unit' })
  const range = group.getByRole('button', { name: 'Custom range' })
  await until(() => expect(range.textContent).not.toBe('All time'))
  await until(() => expect(location.search).toBe(expected))
  await until(() => expect(shown.textContent.toLowerCase()).toContain(unit))
  expect(filters.unit).toBe(unit)
})

test.each([
  ['beside the page', false, 'Custom range'],
  ['behind the menu of a phone', true, 'Close menu'],
])('the range is opened from elsewhere %s, and closes with Escape', async (_where, phone, from) => {
  isPhone = phone
  navigate('/')
  renderInApp(<Sidebar />, { client: new QueryClient() })
  if (!phone) await screen.findByRole('button', { name: 'Custom range' })
  act(() => openRange(phone))
  await screen.findByRole('dialog', { name: 'Select date range' })
  await userEvent.keyboard('{Escape}')
  await until(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sidebar).toEqual({ isOpen: phone, isRangeOpen: false })
  await until(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: from })))
})

test('a sidebar that goes leaves no range open for the next one', async () => {
  await openAt('/')
  act(() => openRange(false))
  await screen.findByRole('dialog', { name: 'Select date range' })
  cleanup()
  expect(sidebar.isRangeOpen).toBe(false)
})
