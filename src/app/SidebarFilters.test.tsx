import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { filters } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { renderInApp } from '#tests/support/show-page.tsx'
import { Sidebar } from './Sidebar.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(['AURA', 'HELIX']))
  signInHere()
})
afterEach(() => {
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
