import { readFileSync } from 'node:fs'
import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startup, startupPercent } from '#src/app/startup.ts'
import { until } from '#tests/support/server/until.ts'
import { FullPageLoader, useLoaderPhase } from './FullPageLoader.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

describe('the full-page loader', () => {
  it('counts after 200 ms, finishes 200 ms after completion, and is gone 2 s later', () => {
    const { result, rerender } = renderHook(({ doneAt }) => useLoaderPhase(doneAt), {
      initialProps: { doneAt: null as number | null },
    })
    pass(199)
    expect(result.current).toBe('waiting')
    pass(1)
    expect(result.current).toBe('counting')
    pass(5000)
    expect(result.current).toBe('counting')
    rerender({ doneAt: performance.now() })
    pass(199)
    expect(result.current).toBe('counting')
    pass(1)
    expect(result.current).toBe('finished')
    pass(1999)
    expect(result.current).toBe('finished')
    pass(1)
    expect(result.current).toBe('gone')
  })

  it('counts from its first frame, which the page shows before the app has loaded', () => {
    const paint = { startTime: performance.now() }
    pass(150)
    Object.assign(performance, { getEntriesByName: () => [paint] })
    const { result } = renderHook(() => useLoaderPhase(null))
    Reflect.deleteProperty(performance, 'getEntriesByName')
    pass(49)
    expect(result.current).toBe('waiting')
    pass(1)
    expect(result.current).toBe('counting')
  })

  it('does not add the time to render the page to the last wait', () => {
    const { result, rerender } = renderHook(({ doneAt }) => useLoaderPhase(doneAt), {
      initialProps: { doneAt: null as number | null },
    })
    pass(1000)
    rerender({ doneAt: performance.now() - 150 })
    pass(49)
    expect(result.current).toBe('counting')
    pass(1)
    expect(result.current).toBe('finished')
  })

  it('shows the content after 400 ms when setup ends at once', () => {
    const begun = performance.now()
    const { result } = renderHook(() => useLoaderPhase(begun))
    pass(200)
    pass(199)
    expect(result.current).toBe('counting')
    pass(1)
    expect(result.current).toBe('finished')
  })

  it.each([
    [0, false, 0],
    [1, false, 50],
    [2, false, 100],
    [0, true, 100],
  ])('with %i steps done (all: %s) shows %i percent', (steps, isDone, percent) => {
    expect(startupPercent(steps, isDone)).toBe(percent)
  })

  it('looks as the one that the page has before', () => {
    const page = readFileSync('index.html', 'utf8')
    const drawn = (root: ParentNode) =>
      root
        .querySelector('.loader')
        ?.outerHTML.replaceAll(/\s+(?=[<>])|(?<=>)\s+/g, '')
        .replaceAll(/;(?=")/g, '')
    const { container } = render(<FullPageLoader>the page</FullPageLoader>)
    expect(drawn(container)).toBe(drawn(new DOMParser().parseFromString(page, 'text/html')))
  })

  it('shows how far the start is and holds the page still, and then gives it free', async () => {
    vi.useRealTimers()
    Object.assign(startup, { doneSteps: 1, doneAt: null })
    render(<FullPageLoader>the page</FullPageLoader>)
    await until(() =>
      expect(screen.getByLabelText('Loading').getAttribute('aria-valuenow')).toBe('50'),
    )
    expect(screen.queryByText('the page')).toBeNull()
    expect(document.body.style.overflow).toBe('hidden')
    act(() => void (startup.doneAt = performance.now() - 5000))
    await screen.findByText('the page')
    await until(() => expect(screen.queryByLabelText('Loading')).toBeNull())
    await until(() => expect(document.body.style.overflow).toBe(''))
    Object.assign(startup, { doneSteps: 0, doneAt: null })
  })
})
