import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InfiniteList } from './InfiniteList.tsx'

let reportNear: (isNear: boolean) => void = () => undefined
let margin = ''

class Sentinel extends IntersectionObserver {
  constructor(notify: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    super(() => undefined)
    margin = options?.rootMargin ?? ''
    // The list reads only this field of an entry.
    reportNear = (isIntersecting) =>
      act(() => notify([{ isIntersecting } as IntersectionObserverEntry], this))
  }
}
beforeEach(() => vi.stubGlobal('IntersectionObserver', Sentinel))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  document.documentElement.scrollTop = 0
  vi.restoreAllMocks()
})

type Row = { name: string }
type ListProps = Partial<Parameters<typeof InfiniteList<Row>>[0]> & { count?: number }

function list({ count = 20, ...props }: ListProps) {
  return (
    <InfiniteList<Row>
      items={Array.from({ length: count }, (_unused, index) => ({ name: `row ${index}` }))}
      keyOf={({ name }) => name}
      renderItem={({ name }) => <article>{name}</article>}
      onEnd={() => undefined}
      hasMore
      isFetching={false}
      isLoading={false}
      placeholderCount={20}
      renderPlaceholder={() => <article>…</article>}
      empty={<p>No transactions found</p>}
      {...props}
    />
  )
}

test('the next page is requested within 100 px of the bottom, once per page', () => {
  const onEnd = vi.fn<() => void>()
  const { rerender } = render(list({ onEnd }))
  expect(screen.getAllByRole('article')).toHaveLength(20)
  expect(margin).toBe('0px 0px 100px 0px')
  expect(onEnd).not.toHaveBeenCalled()
  reportNear(true)
  expect(onEnd).toHaveBeenCalledTimes(1)
  rerender(list({ onEnd, isFetching: true }))
  expect(onEnd).toHaveBeenCalledTimes(1)
  // The page has arrived and the bottom is still near: the next one is requested.
  rerender(list({ onEnd, count: 40 }))
  expect(onEnd).toHaveBeenCalledTimes(2)
})

test.each<[string, ListProps]>([
  ['there is no more', { hasMore: false }],
  ['one is being fetched', { isFetching: true }],
  ['the first page is being fetched', { isLoading: true, count: 0 }],
  ['the last one failed', { error: <p>Transactions did not load</p> }],
])('no page is requested while %s', (_name, props) => {
  const onEnd = vi.fn<() => void>()
  render(list({ onEnd, ...props }))
  reportNear(true)
  expect(onEnd).not.toHaveBeenCalled()
})

test('placeholders are hidden from assistive technology, and the list is busy', () => {
  const { container } = render(list({ isLoading: true, count: 0 }))
  expect(screen.queryByRole('article')).toBeNull()
  expect(container.querySelectorAll('article')).toHaveLength(20)
  expect(container.firstElementChild?.getAttribute('aria-busy')).toBe('true')
})

test('an empty list shows its empty state, unless there is an error', () => {
  const { rerender } = render(list({ count: 0, hasMore: false }))
  expect(screen.getByText('No transactions found')).toBeTruthy()
  rerender(list({ count: 0, hasMore: false, error: <p>Transactions did not load</p> }))
  expect(screen.queryByText('No transactions found')).toBeNull()
})

test.each([12, 120])('each of %i rows renders once, whichever other props change', (count) => {
  const keyOf = ({ name }: Row) => name
  const renderItem = vi.fn<(row: Row) => ReactNode>(({ name }) => <article>{name}</article>)
  const items = Array.from({ length: count }, (_unused, index) => ({ name: `row ${index}` }))
  const { rerender } = render(list({ items, keyOf, renderItem }))
  const drawn = renderItem.mock.calls.length
  rerender(list({ items, keyOf, renderItem, isFetching: true }))
  rerender(list({ items: [...items, { name: 'new' }], keyOf, renderItem, hasMore: false }))
  // Once the list is virtual, the new row is far below the screen.
  expect(renderItem).toHaveBeenCalledTimes(count > 20 ? drawn : drawn + 1)
})

test('beyond one page, only rows near the viewport are rendered', () => {
  const { container, rerender } = render(list({ count: 20 }))
  expect(container.querySelectorAll('article')).toHaveLength(20)
  rerender(list({ count: 120 }))
  expect(container.querySelectorAll('article').length).toBeLessThan(120)
})

test.each([
  [
    'the mouse',
    (button: Element) => fireEvent.mouseDown(button),
    (button: Element) => fireEvent.mouseUp(button),
  ],
  [
    'Space',
    (button: Element) => fireEvent.keyDown(button, { key: ' ' }),
    (button: Element) => fireEvent.keyUp(button, { key: ' ' }),
  ],
])('a row pressed with %s stays the same element until its click', (_how, press, release) => {
  vi.useFakeTimers()
  const renderItem = ({ name }: Row) => <button>{name}</button>
  const { rerender } = render(list({ renderItem }))
  const button = screen.getByRole('button', { name: 'row 8' })
  press(button)
  rerender(list({ renderItem, count: 40 }))
  expect(screen.getByRole('button', { name: 'row 8' })).toBe(button)
  expect(screen.getAllByRole('button')).toHaveLength(40)
  release(button)
  expect(button.isConnected).toBe(true)
  // After the click.
  act(() => {
    vi.runAllTimers()
  })
  expect(button.isConnected).toBe(false)
})

test('a press during scrolling still gets its click', () => {
  vi.useFakeTimers()
  const { container } = render(list({ count: 40 }))
  const rows = container.querySelector<HTMLElement>('[style*="contain"]')
  const scrollTo = (offset: number) => {
    document.documentElement.scrollTop = offset
    fireEvent.scroll(window)
  }
  fireEvent.mouseDown(container)
  scrollTo(100)
  expect(rows?.style.pointerEvents).toBe('')
  fireEvent.mouseUp(container)
  act(() => {
    vi.advanceTimersByTime(0)
  })
  scrollTo(200)
  expect(rows?.style.pointerEvents).toBe('none')
})

/** Adds row 8, as the list does when it renders it again. */
function addRow(to: Element | null): HTMLElement {
  const row = document.createElement('div')
  row.dataset['row'] = '8'
  const button = row.appendChild(document.createElement('button'))
  to?.append(row)
  return button
}

test('the list takes the focus of an unmounted row and returns it when the row is back', async () => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue(
    // Only the length is read.
    [new DOMRect()] as unknown as DOMRectList,
  )
  const renderItem = ({ name }: Row) => <button>{name}</button>
  const items = Array.from({ length: 40 }, (_unused, index) => ({ name: `row ${index}` }))
  const { container, rerender } = render(list({ renderItem, items: items.slice(0, 20) }))
  const root = container.firstElementChild
  screen.getByRole('button', { name: 'row 8' }).focus()
  rerender(list({ renderItem, items }))
  expect(screen.queryByRole('button', { name: 'row 8' })).toBeNull()
  expect(document.activeElement).toBe(root)
  const button = addRow(root)
  await waitFor(() => expect(document.activeElement).toBe(button))

  // The list was reloaded: another record has that index.
  rerender(list({ renderItem, items: [] }))
  button.remove()
  rerender(list({ renderItem, items }))
  addRow(root)
  // Lets the observers run.
  await act(async () => undefined)
  expect(document.activeElement).toBe(document.body)
})
