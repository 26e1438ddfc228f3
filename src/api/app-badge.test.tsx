import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAppBadge } from './app-badge.ts'

afterEach(() => vi.unstubAllGlobals())

it('nothing happens on a platform without app badges', () => {
  const { rerender, unmount } = renderHook(({ count }) => useAppBadge(count), {
    initialProps: { count: 0 },
  })
  rerender({ count: 3 })
  unmount()
  expect('setAppBadge' in navigator).toBe(false)
})

it('the count is on the icon while the notice is shown, and a rejection is ignored', () => {
  const shown: number[] = []
  vi.stubGlobal('navigator', {
    setAppBadge: (count: number) => {
      shown.push(count)
      return Promise.reject(new Error('Not installed'))
    },
    clearAppBadge: () => {
      shown.push(0)
      return Promise.reject(new Error('Not installed'))
    },
  })
  const { rerender, unmount } = renderHook(({ count }) => useAppBadge(count), {
    initialProps: { count: 1 },
  })
  rerender({ count: 2 })
  expect(shown).toEqual([1, 0, 2])
  unmount()
  expect(shown).toEqual([1, 0, 2, 0])
})
