import { expect, test } from 'vitest'
import type { ListFilter, ListSort } from '#src/records/record-definition.ts'
import {
  describeFilters,
  filtersToClear,
  nextSort,
  readFilters,
  readSort,
  toListQuery,
  withFilter,
  withSort,
} from './list-query.ts'

const STATUSES = ['failed', 'expired', 'pending']
const filters: readonly ListFilter[] = [
  {
    name: 'status',
    label: 'Status',
    allLabel: 'All statuses',
    options: STATUSES.map((value) => ({ value, label: value.toUpperCase() })),
    accepts: (value) => STATUSES.includes(value),
  },
  { name: 'stage', label: 'Stage', allLabel: 'All stages', options: [] },
  {
    name: 'use',
    label: 'Use',
    isSingle: true,
    allLabel: 'All',
    options: [{ value: 'active', label: 'Active' }],
    accepts: (value) => value === 'active',
    toQuery: ([value]) => ({ active: value === 'active' }),
  },
]
const price: ListFilter = {
  name: 'price',
  label: 'Price',
  allLabel: 'Any price',
  isOne: true,
  options: [
    { value: 'unusual', label: 'Unusual' },
    { value: 'off', label: 'Off', param: 'stage_price' },
  ],
}
const newest: ListSort = { column: 'date', by: 'created_at', order: 'desc', label: 'Newest first' }
const oldest: ListSort = { ...newest, order: 'asc', label: 'Oldest first' }
const highest: ListSort = { column: 'usd', by: 'usd', order: 'desc', label: 'Highest first' }
const sorts = [newest, oldest, highest]

const read = (search: string) => readFilters(filters, new URLSearchParams(search))

test('a link chooses several values of several filters, without empty and repeated ones', () => {
  expect([...read('status=failed&status=expired&status=failed&stage=Stage+5&stage=')]).toEqual([
    ['status', ['failed', 'expired']],
    ['stage', ['Stage 5']],
  ])
})

test('a value that the server would refuse is left out of a link', () => {
  expect([...read('status=unknown')]).toEqual([])
  expect([...read('status=unknown&status=failed')]).toEqual([['status', ['failed']]])
})

test('a single choice takes the first value of a link, and needs no button that clears it', () => {
  expect([...read('use=active&use=other')]).toEqual([['use', ['active']]])
  expect([...read('use=other&use=active')]).toEqual([])
  const clearable = filtersToClear(filters, read('use=active&stage=Stage+5'))
  expect(clearable.map(({ name }) => name)).toEqual(['stage'])
})

test.each([
  ['price=unusual', ['unusual']],
  ['stage_price=off', ['off']],
  ['price=off', undefined],
  ['stage_price=unusual', undefined],
  ['price=unusual&stage_price=off', ['unusual']],
])('an option with a parameter of its own is read from it: %s', (search, chosen) => {
  expect(readFilters([price], new URLSearchParams(search)).get('price')).toEqual(chosen)
})

test('a choice with a parameter of its own replaces that of the filter', () => {
  const before = new URLSearchParams('price=unusual')
  const off = withFilter(before, price, ['off'])
  expect(off.toString()).toBe('stage_price=off')
  expect(withFilter(off, price, ['unusual']).toString()).toBe('price=unusual')
  expect(withFilter(off, price, []).toString()).toBe('')
})

test('a new choice replaces that filter and keeps the rest of the address', () => {
  const status: ListFilter = { name: 'status', label: 'Status', allLabel: 'All', options: [] }
  const before = new URLSearchParams('hash=0x1&status=failed&projects=AURA')
  expect(withFilter(before, status, ['expired', 'pending']).toString()).toBe(
    'hash=0x1&projects=AURA&status=expired&status=pending',
  )
  expect(withFilter(before, status, []).toString()).toBe('hash=0x1&projects=AURA')
})

test.each([
  ['', newest],
  ['sort=created_at&order=asc', oldest],
  ['sort=created_at', newest],
  ['sort=usd', highest],
  ['sort=usd&order=asc', newest],
  ['sort=name&order=asc', newest],
])('the address "%s" has an order that the list has', (search, sort) => {
  expect(readSort(sorts, new URLSearchParams(search))).toBe(sort)
})

test('the default order leaves the address as it is', () => {
  const before = new URLSearchParams('sort=usd&order=desc&stage=1')
  expect(withSort(before, sorts, newest).toString()).toBe('stage=1')
  expect(withSort(before, sorts, oldest).toString()).toBe('sort=created_at&order=asc&stage=1')
})

test('a header turns its own order round, and begins with its first one', () => {
  expect(nextSort(sorts, newest, 'date')).toBe(oldest)
  expect(nextSort(sorts, oldest, 'date')).toBe(newest)
  expect(nextSort(sorts, oldest, 'usd')).toBe(highest)
  // A column with one order keeps it.
  expect(nextSort(sorts, highest, 'usd')).toBe(highest)
  expect(nextSort(sorts, newest, 'wallet')).toBeUndefined()
})

test('search, filters and order are one request, and the default order is not sent', () => {
  const state = {
    search: null,
    filters,
    values: read(''),
    period: null,
    zone: 'UTC',
    sorts,
    sort: newest,
  }
  expect(toListQuery(state)).toEqual({})
  expect(
    toListQuery({
      search: ['wallet_address', '0x1'],
      filters,
      values: read('status=pending&status=failed&stage=B&stage=A&use=active'),
      period: { start: '2026-11-01', end: '2026-11-02' },
      zone: 'Europe/Berlin',
      sorts,
      sort: oldest,
    }),
  ).toEqual({
    start_date: '2026-10-31T23:00:00.000Z',
    end_date: '2026-11-02T23:00:00.000Z',
    active: true,
    status: ['failed', 'pending'],
    stage: ['A', 'B'],
    sort: 'created_at',
    order: 'asc',
    wallet_address: '0x1',
  })
})

test('a switch is one value of the address, and its option names what is left', () => {
  const noted: ListFilter = {
    name: 'noted',
    isSwitch: true,
    label: 'With notes',
    allLabel: '',
    options: [{ value: '1', label: 'records with notes' }],
    accepts: (value) => value === '1',
  }
  const values = readFilters([noted], new URLSearchParams('noted=2&noted=1'))
  expect(values.get('noted')).toEqual(['1'])
  expect(filtersToClear([noted], values)).toEqual([noted])
  expect(describeFilters([noted], values)).toBe('records with notes')
  expect(withFilter(new URLSearchParams('noted=1&stage=1'), noted, []).toString()).toBe('stage=1')
})

test('the filters of an empty list are named by their labels', () => {
  expect(describeFilters(filters, read('status=failed&status=expired&status=pending'))).toBe(
    'status FAILED, EXPIRED or PENDING',
  )
  expect(describeFilters(filters, read('stage=Stage+5&status=failed'))).toBe(
    'status FAILED, stage Stage 5',
  )
})
