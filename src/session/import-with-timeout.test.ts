import { afterEach, expect, it, vi } from 'vitest'
import { importWithTimeout } from './import-with-timeout.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('resolves to the module', async () => {
  vi.useFakeTimers()
  expect(await importWithTimeout(Promise.resolve('spelt'))).toBe('spelt')
  expect(vi.getTimerCount()).toBe(0)
})

it('fails like a call if the module cannot be loaded or does not arrive', async () => {
  await expect(
    importWithTimeout(Promise.reject(new TypeError('Failed to fetch'))),
  ).rejects.toMatchObject({
    kind: 'network',
    cause: { message: 'Failed to fetch' },
  })
  vi.useFakeTimers()
  const never = importWithTimeout(new Promise(() => undefined)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await never).toMatchObject({ kind: 'timeout' })
  expect(vi.getTimerCount()).toBe(0)
})
