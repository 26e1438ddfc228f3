import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast as hotToast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppToaster, toast } from './toasts.tsx'

const dismiss = () => screen.queryByRole('button', { name: 'Dismiss' })
const state = () => {
  const button = dismiss()
  if (button === null) return 'gone'
  return button.matches(':disabled') ? 'fading' : 'there'
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The states just before a toast's lifetime ends, just after, and after the fade. */
async function seenAround(ms: number): Promise<string[]> {
  const seen: string[] = []
  for (const pause of [ms - 100, 200, 600]) {
    await wait(pause)
    seen.push(state())
  }
  return seen
}

beforeEach(() => {
  vi.useFakeTimers()
  render(<AppToaster />)
})

afterEach(() => {
  act(() => hotToast.remove())
  cleanup()
  vi.useRealTimers()
})

it.each([
  ['success', 2000, () => hotToast.success('Done', { id: 'a' })],
  ['error', 4000, () => toast.error('Failed', { id: 'a' })],
  ['plain', 4000, () => toast.plain('Copied', { id: 'a' })],
] as const)('a message goes when its time is over: %s', async (_kind, ms, show) => {
  act(() => void show())
  expect(await seenAround(ms)).toEqual(['there', 'fading', 'gone'])
})

it('a toast stays while its Dismiss button is focused, and disappears after that', async () => {
  act(() => void toast.error('Failed', { id: 'a' }))
  await wait(3000)
  act(() => dismiss()?.focus())
  await wait(60_000)
  expect(screen.getByRole('alert').textContent).toBe('Failed')
  expect(document.activeElement).toBe(dismiss())
  act(() => dismiss()?.blur())
  expect(await seenAround(4000)).toEqual(['there', 'fading', 'gone'])
})

it('Dismiss removes the toast at once and for good', async () => {
  act(() => void hotToast.success('Done', { id: 'a' }))
  await wait(100)
  act(() => dismiss()?.focus())
  act(() => dismiss()?.click())
  // The browser drops the focus of a disabled button.
  fireEvent.blur(dismiss() ?? document.body)
  expect(state()).toBe('fading')
  await wait(600)
  expect(state()).toBe('gone')
})
