import { afterEach, expect, it } from 'vitest'
import { applyUrl, filters, selectProjects, setExcludeUnknown, setPeriod } from './filters.ts'

function open(search: string) {
  history.replaceState(null, '', `/${search}`)
  applyUrl()
}

afterEach(() => {
  history.replaceState(null, '', '/')
  selectProjects('all')
  setPeriod('all')
  setExcludeUnknown(false)
})

it('a link shows what it showed to whoever made it, whatever was chosen before', () => {
  selectProjects(['HELIX'])
  setExcludeUnknown(true)
  open('?period=week')
  expect(filters).toMatchObject({
    period: 'week',
    selectedProjects: 'all',
    excludeUnknown: false,
  })
})

it('an address without filters leaves them alone', () => {
  selectProjects(['HELIX'])
  setPeriod('month')
  open('?walletAddress=0x1')
  expect(filters).toMatchObject({ period: 'month', selectedProjects: ['HELIX'] })
})
