import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, Suspense } from 'react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '#tests/support/server/until.ts'
import { lazyPart, PartError } from './lazy-part.tsx'
import { SilentBoundary } from './SilentBoundary.tsx'

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const again = () => {
      if (error instanceof PartError) error.retry()
      this.setState({ error: null })
    }
    return <button onClick={again}>Try again</button>
  }
}

const Part = () => <p>Here</p>

// React logs each error that a boundary catches.
vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('a part that failed to load is loaded by the next request', async () => {
  let isGone = true
  const Late = lazyPart(async () => {
    if (isGone) throw new Error('Failed to fetch dynamically imported module')
    return { Part }
  }, 'Part')
  render(
    <Boundary>
      <Suspense>
        <Late />
      </Suspense>
    </Boundary>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  isGone = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Here')).toBeDefined()
})

test('a part that fails is not loaded repeatedly, also when it never rendered', async () => {
  const load = vi.fn<() => Promise<{ Part: typeof Part }>>(async () => {
    // After the render that suspends.
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('Failed to fetch dynamically imported module')
  })
  const Late = lazyPart(load, 'Part')
  render(
    <Boundary>
      <Suspense>
        <Late />
      </Suspense>
    </Boundary>,
  )
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part that hangs fails after the limit, and renders at once when it arrives later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let release = (_module: { Part: typeof Part }) => {}
  const Late = lazyPart(
    () =>
      new Promise<{ Part: typeof Part }>((resolve) => {
        release = resolve
      }),
    'Part',
  )
  await act(async () =>
    render(
      <Boundary>
        <Suspense fallback="Loading">
          <Late />
        </Suspense>
      </Boundary>,
    ),
  )
  await act(async () => vi.advanceTimersByTimeAsync(14_000))
  expect(screen.getByText('Loading')).toBeDefined()
  await act(async () => vi.advanceTimersByTimeAsync(1000))
  const again = screen.getByRole('button', { name: 'Try again' })
  await act(async () => release({ Part }))
  fireEvent.click(again)
  expect(screen.getByText('Here')).toBeDefined()
})

test('the failure of an optional part leaves the rest of the page, and it loads when the network returns', async () => {
  let isGone = true
  const Late = lazyPart(async () => {
    if (isGone) throw new Error('Gone')
    return { Part }
  }, 'Part')
  render(
    <p>
      Figures
      <SilentBoundary>
        <Late />
      </SilentBoundary>
    </p>,
  )
  await until(() => expect(console.error).toHaveBeenCalled())
  expect(screen.getByText('Figures')).toBeDefined()
  isGone = false
  fireEvent(globalThis.window, new Event('online'))
  expect(await screen.findByText('Here')).toBeDefined()
})
