import { afterEach, expect, it } from 'vitest'
import {
  applyUrl,
  filters,
  selectProjects,
  setExcludeUnknown,
  setMinDate,
  setPeriod,
  setUnit,
} from './filters.ts'

function open(search: string) {
  history.replaceState(null, '', `/${search}`)
  applyUrl()
}

afterEach(() => {
  setMinDate(null)
  history.replaceState(null, '', '/')
  selectProjects('all')
  setPeriod('all')
  setUnit('auto')
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

it('an address that names a unit which can not be drawn is put right, in its place', () => {
  const length = history.length
  open('?q=1&period=month&unit=hour')
  expect(filters.unit).toBe('day')
  expect(location.search).toBe('?q=1&period=month&unit=day')
  expect(history.length).toBe(length)
})

it('an address follows the unit that gives way to a long history', () => {
  open('?unit=hour')
  expect(location.search).toBe('?unit=hour')
  setMinDate(Date.now() - 5001 * 3_600_000)
  expect(location.search).toBe('?unit=day')
})

it('an address stays as it is while its unit can be drawn', () => {
  open('?period=month&unit=day&exclude-unknown=0')
  setMinDate(Date.now() - 5001 * 3_600_000)
  expect(location.search).toBe('?period=month&unit=day&exclude-unknown=0')
})

it('an address of two slashes carries its filters, and names no other host', () => {
  history.replaceState(null, '', `${location.origin}//`)
  setPeriod('week')
  expect(location.href).toBe(`${location.origin}//?period=week`)
})
