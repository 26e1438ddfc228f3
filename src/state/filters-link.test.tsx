import { afterEach, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import {
  applyUrl,
  filters,
  followUrl,
  selectProjects,
  setExcludeUnknown,
  setPeriod,
  setUnit,
} from './filters.ts'

function open(search: string) {
  history.replaceState(null, '', `/${search}`)
  applyUrl()
}

afterEach(() => {
  history.replaceState(null, '', '/')
  selectProjects('all')
  setPeriod('all')
  setUnit('auto')
  setExcludeUnknown(false)
})

it('a link shows the same to everyone, with any filters set before', () => {
  selectProjects(['HELIX'])
  setExcludeUnknown(true)
  open('?period=week')
  expect(filters).toMatchObject({
    period: 'week',
    selectedProjects: 'all',
    excludeUnknown: false,
  })
})

it('a link that is followed applies its filters, and present ones keep their time', () => {
  const leave = followUrl()
  navigate('/transactions?projects=AURA&period=week&status=failed')
  expect(filters).toMatchObject({ selectedProjects: ['AURA'], period: 'week' })
  filters.asOf = 5
  navigate('/leads?projects=AURA&period=week')
  navigate('/users')
  expect(filters).toMatchObject({ selectedProjects: ['AURA'], period: 'week', asOf: 5 })
  leave()
})

it('a URL without filters does not change them', () => {
  selectProjects(['HELIX'])
  setPeriod('month')
  open('?walletAddress=0x1')
  expect(filters).toMatchObject({ period: 'month', selectedProjects: ['HELIX'] })
})

it('a URL with a unit that is not available is corrected in place', () => {
  const length = history.length
  open('?q=1&period=month&unit=hour')
  expect(filters.unit).toBe('day')
  expect(location.search).toBe('?q=1&period=month&unit=day')
  expect(history.length).toBe(length)
})

it('the URL stays the same while its unit is available', () => {
  open('?period=month&unit=day&exclude-unknown=0')
  expect(location.search).toBe('?period=month&unit=day&exclude-unknown=0')
})

it('a URL whose path is two slashes keeps its host', () => {
  history.replaceState(null, '', `${location.origin}//`)
  setPeriod('week')
  expect(location.href).toBe(`${location.origin}//?period=week`)
})
