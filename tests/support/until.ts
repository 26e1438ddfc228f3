import { vi } from 'vitest'

/** No test waits for less: a slow machine is no failure. Only what never comes takes this long. */
export const WAIT_MS = 60_000

/**
 * Tries a check again and again until it passes, and hands on what it returns. Under faked timers
 * each try moves them on.
 */
export const until = <Result>(check: () => Result): Promise<Awaited<Result>> =>
  vi.waitFor(check, { timeout: WAIT_MS }) as Promise<Awaited<Result>>
