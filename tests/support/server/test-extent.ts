/**
 * How much of the tests a run covers, from the variable SALEROOM_TESTS: `change` is `npm test`, `all` is
 * `npm run test:all`, and `long` is `npm run test:long`.
 */
export type TestExtent = 'change' | 'all' | 'long'

export const EXTENT = extentOf(process.env['SALEROOM_TESTS'] ?? 'change')

function extentOf(text: string): TestExtent {
  if (text === 'change' || text === 'all' || text === 'long') return text
  throw new Error(`SALEROOM_TESTS is change, all or long, not ${JSON.stringify(text)}`)
}

/**
 * The value for this run, such as a number of repetitions. One that is left out is that of the smaller run.
 */
export function byExtent<Value>({
  change,
  all = change,
  long = all,
}: {
  change: Value
  all?: Value
  long?: Value
}): Value {
  return { change, all, long }[EXTENT]
}

/**
 * Options of Node for a server that runs for one test: its database is compiled faster, and runs slower.
 * Long runs load their servers, and measure them.
 */
export const SHORT_LIVED = byExtent({ change: ['--liftoff-only'], long: [] })
