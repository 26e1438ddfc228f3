import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Page } from '#src/wire/paging.ts'
import { FIRST_PAGE, nextPage, rowCollector, showRow } from './use-paged-list.ts'

const page = (...ids: string[]) => ({ results: ids.map((id) => ({ id })), page: 1, limit: 20 })
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(' ')

it('duplicate rows on a later page are dropped', () => {
  const collect = rowCollector<{ id: string }>(({ id }) => id)
  expect(ids(collect([page('a', 'b'), page('b', 'c', 'c')]))).toBe('a b c')
})

it('a further page does not process the previous rows again', () => {
  const idOf = vi.fn<(row: { id: string }) => string>(({ id }) => id)
  const collect = rowCollector(idOf)
  const [first, second] = [page('a', 'b'), page('b', 'c')]
  const before = collect([first])
  expect(ids(collect([first, second]))).toBe('a b c')
  expect(idOf).toHaveBeenCalledTimes(4)
  expect(collect([first, second])).toBe(collect([first, second]))
  expect(ids(before)).toBe('a b')
})

it('a list that starts over, shrinks or has a changed page is collected again', () => {
  const collect = rowCollector<{ id: string }>(({ id }) => id)
  const [first, second] = [page('a', 'b'), page('c')]
  collect([first, second])
  expect(ids(collect([first]))).toBe('a b')
  expect(ids(collect([page('n', 'a'), page('b')]))).toBe('n a b')
  expect(ids(collect([page('x'), second]))).toBe('x c')
  expect(ids(collect([]))).toBe('')
})

it('a replaced row shows in each list that has it and keeps the update times', () => {
  type Row = { id: string; note?: string }
  const client = new QueryClient()
  const idOf = ({ id }: Row) => id
  const fetchedAt = Date.parse('2026-11-20T09:00:00Z')
  for (const [what, pages] of [
    ['one', [page('a', 'b'), page('c')]],
    ['other', [page('x')]],
  ] as const)
    client.setQueryData(['rows', what], { pages, pageParams: [1] }, { updatedAt: fetchedAt })
  const other = client.getQueryData(['rows', 'other'])
  showRow<Row>(client, { call: { path: 'rows' }, idOf }, { id: 'c', note: 'new' })
  expect(client.getQueryData(['rows', 'one'])).toMatchObject({
    pages: [page('a', 'b'), { results: [{ id: 'c', note: 'new' }] }],
  })
  expect(client.getQueryData(['rows', 'other'])).toBe(other)
  for (const what of ['one', 'other'])
    expect(client.getQueryState(['rows', what])?.dataUpdatedAt).toBe(fetchedAt)
})

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => String(from + at))

it.each([
  ['two rows of the first page', [['0', '1']]],
  ['a whole page', [numbers(0, 20)]],
  ['rows before each further page', [['3'], ['4', '20'], ['0', '21']]],
  ['more rows than a page', [[], numbers(2, 30), ['31']]],
  ['none', []],
])('where %s leave the list, those that slide up are not lost', (_what, steps) => {
  const all = numbers(0, 70).map((id) => ({ id }))
  const gone = new Set<string>()
  const source = {
    idOf: ({ id }: { id: string }) => id,
    hasLeft: ({ id }: { id: string }) => gone.has(id),
  }
  const collect = rowCollector(source.idOf)
  const pages: Page<{ id: string }>[] = []
  let requests = 0
  for (let param = FIRST_PAGE; ;) {
    const listed = all.filter(({ id }) => !gone.has(id))
    const results = listed.slice((param.page - 1) * 20, param.page * 20)
    pages.push({ results, page: param.page, limit: 20 })
    for (const id of steps[requests] ?? []) gone.add(id)
    requests += 1
    const next = nextPage(source, {}, pages, param)
    if (next === undefined) break
    param = next
  }
  expect(collect(pages).map(({ id }) => id)).toEqual(numbers(0, 70))
  expect(requests).toBeLessThanOrEqual(4 + steps.length)
})
