/**
 * The processor time, in milliseconds, that this process spends on `work`. Unlike wall-clock time
 * it does not depend on the load of the machine.
 */
export async function cpuTimeOf(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The minimum of several runs: garbage collection can slow one run, but rarely all of them. */
export async function leastCpuTimeOf(act: () => unknown, tries = 3): Promise<number> {
  let least = Infinity
  for (let i = 0; i < tries; i++) least = Math.min(least, await cpuTimeOf(act))
  return least
}
