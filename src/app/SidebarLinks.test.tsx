import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { selectProjects, setExcludeUnknown, setPeriod } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { SidebarLinks } from './SidebarLinks.tsx'

beforeEach(signInHere)
afterEach(() => {
  leaveSession()
  history.replaceState(null, '', '/')
})

const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

it('the links carry the filters, also when they are copied', async () => {
  history.replaceState(null, '', '/leads')
  render(<SidebarLinks />)
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
