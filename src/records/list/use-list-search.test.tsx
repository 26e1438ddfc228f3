import { QueryClient } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { surroundings } from '#tests/support/screens/show-page.tsx'
import { useListSearch } from './use-list-search.ts'

const HASH = `0x${'a'.repeat(64)}`

const WALLET = `0x${'b'.repeat(40)}`
type Fields = Parameters<typeof useListSearch>[1]

const scrolls: number[][] = []
beforeEach(() => {
  scrolls.length = 0
  vi.stubGlobal('scrollTo', (...place: number[]) => scrolls.push(place))
})

function searchAt(address: string, fields: Fields = ['walletAddress', 'hash']) {
  history.replaceState(null, '', address)
  const client = new QueryClient()
  return renderHook(() => useListSearch('transactions', fields), {
    wrapper: surroundings({ client }),
  }).result
}

test('clearing a search keeps the field', () => {
  const search = searchAt(`/transactions?hash=${HASH}`)
  expect(search.current.field).toBe('hash')
  act(() => search.current.box.onClear())
  expect(location.search).toBe('')
  expect(search.current).toMatchObject({ applied: null, field: 'hash', box: { value: '' } })
})

test('repeating a search adds no history entry', () => {
  const search = searchAt('/transactions')
  const before = history.length
  act(() => search.current.setField('hash'))
  act(() => search.current.box.onSubmit())
  expect(history.length).toBe(before)
  act(() => search.current.box.onChange(HASH))
  act(() => search.current.box.onSubmit())
  expect(location.search).toBe(`?hash=${HASH}`)
  expect(history.length).toBe(before + 1)
  act(() => search.current.box.onSubmit())
  expect(history.length).toBe(before + 1)
})

test('surrounding spaces are trimmed, and a new search starts at the top', () => {
  const search = searchAt('/transactions?hash=')
  act(() => search.current.setField('hash'))
  act(() => search.current.box.onChange(`  ${HASH} `))
  act(() => search.current.box.onSubmit())
  expect(search.current).toMatchObject({
    applied: { field: 'hash', text: HASH },
    box: { error: undefined, value: HASH },
  })
  expect(scrolls).toEqual([[0, 0]])
})

test('an invalid address shows an error on submit and sends no request', () => {
  const search = searchAt('/transactions')
  act(() => search.current.box.onChange('0x12'))
  expect(search.current.box.error).toBeUndefined()
  act(() => search.current.box.onSubmit())
  expect(search.current.box.error).toEqual(expect.any(String))
  expect(search.current.applied).toBeNull()
  expect(location.search).toBe('')
  act(() => search.current.box.onClear())
  expect(search.current.box).toMatchObject({ error: undefined, value: '' })
})

test('a complete hash or address switches the search field and shows a note', () => {
  const search = searchAt('/transactions')
  act(() => search.current.box.onChange(` ${HASH}`))
  expect(search.current).toMatchObject({
    field: 'hash',
    box: { note: 'This is a transaction hash: Search Field is now Transaction Hash.' },
  })
  act(() => search.current.box.onSubmit())
  expect(location.search).toBe(`?hash=${HASH}`)
  expect(search.current.box).toMatchObject({ note: undefined, error: undefined })
  act(() => search.current.box.onChange(WALLET))
  expect(search.current).toMatchObject({
    field: 'walletAddress',
    box: { note: 'This is a wallet address: Search Field is now Wallet Address.' },
  })
  act(() => search.current.box.onChange(WALLET.slice(0, -1)))
  expect(search.current).toMatchObject({ field: 'walletAddress', box: { note: undefined } })
})

test('a list without search by hash names the page that has it', () => {
  const search = searchAt('/users', ['walletAddress'])
  act(() => search.current.box.onChange(HASH))
  expect(search.current).toMatchObject({
    field: 'walletAddress',
    box: { note: 'This is a transaction hash. Search for it in Transactions Search.' },
  })
  act(() => search.current.box.onClear())
  expect(search.current.box.note).toBeUndefined()
})

test('an empty search names the search; an empty list without one does not', () => {
  expect(searchAt('/transactions').current.emptyText).toBeUndefined()
  expect(searchAt('/transactions?hash=0x1').current.emptyText).toBeUndefined()
  expect(searchAt(`/transactions?hash=${HASH}`).current.emptyText).toMatch(
    /^The transaction hash 0xaaaa.* Check the transaction hash/,
  )
})
