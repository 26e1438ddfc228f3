/** Times in milliseconds. */
export interface Timing {
  /** The fastest run: what it takes while nothing else runs. */
  least: number
  median: number
  p99: number
  runs: number
}

const MAX_RUNS = 100
const MIN_RUNS = 7
const BUDGET_MS = 2000

/** Measures `run` repeatedly for a few seconds, after warm-up runs. */
export async function time(
  run: () => Promise<unknown>,
  { minRuns = MIN_RUNS, maxRuns = MAX_RUNS, budgetMs = BUDGET_MS, warmUps = 2 } = {},
): Promise<Timing> {
  for (let i = 0; i < warmUps; i++) await run()
  const times: number[] = []
  const until = performance.now() + budgetMs
  while (times.length < minRuns || (times.length < maxRuns && performance.now() < until)) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return {
    least: Math.min(...times),
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    runs: times.length,
  }
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function ms(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}
