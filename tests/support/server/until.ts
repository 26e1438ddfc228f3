import { vi } from 'vitest'

/** The minimum time limit of tests, in milliseconds, so that a slow machine does not fail them. */
export const WAIT_MS = 60_000

/**
 * Repeats a check until it passes, and returns its result. With fake timers each try advances them.
 */
export const until = <Result>(check: () => Result): Promise<Awaited<Result>> =>
  vi.waitFor(check, { timeout: WAIT_MS }) as Promise<Awaited<Result>>
