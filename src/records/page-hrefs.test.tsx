import { afterEach, expect, test } from 'vitest'
import { selectProjects } from '#src/state/filters.ts'
import { listHref } from './page-hrefs.ts'

afterEach(() => {
  history.replaceState(null, '', '/')
  selectProjects('all')
})

test.each([
  [{ list: '/transactions?status=failed&sort=paid' }, '/transactions?status=failed&sort=paid'],
  [{ list: '/users?walletAddress=0x1' }, '/transactions'],
  [{ list: '/transactions' }, '/transactions'],
  [null, '/transactions'],
  [{ list: 7 }, '/transactions'],
])('after %o, the way back leads to %s', (state, href) => {
  history.replaceState(state, '', '/transactions/AURA/1')
  expect(listHref('/transactions')).toBe(href)
})

test('the way back keeps the projects that were selected since', () => {
  const state = { list: '/transactions?status=failed&projects=AURA' }
  history.replaceState(state, '', '/transactions/AURA/1')
  selectProjects(['HELIX'])
  expect(listHref('/transactions')).toBe('/transactions?status=failed&projects=HELIX')
})
