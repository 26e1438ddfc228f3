/**
 * Milliseconds of processor time that this process spends meanwhile: unlike the clock's they don't
 * grow with what else the machine does.
 */
export async function cpuTimeOf(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The least of several tries: a collection of garbage can hit one, but hardly all of them. */
export async function leastCpuTimeOf(act: () => unknown, tries = 3): Promise<number> {
  let least = Infinity
  for (let i = 0; i < tries; i++) least = Math.min(least, await cpuTimeOf(act))
  return least
}
