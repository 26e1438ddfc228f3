import { expect, it } from 'vitest'
import { retryDelayMs } from './waits.ts'

it.each([
  [0, 1000],
  [1, 2000],
  [5, 32_000],
  [6, 60_000],
  [100, 60_000],
])('after %i failures more than one the pause is %i ms, and up to a half more', (failures, ms) => {
  expect(retryDelayMs(failures, () => 0)).toBe(ms)
  expect(retryDelayMs(failures, () => 1)).toBe(ms * 1.5)
})
