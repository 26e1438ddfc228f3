import { listVitals, VITALS_DAYS } from '#server/db/figures/vitals.ts'
import { VITAL_NAMES } from '#src/wire/vitals.ts'
import type { AdminContext } from './admin-context.ts'
import { requireArguments, usageError } from './arguments.ts'

export const USAGE = `Usage: npm run vitals [-- <days>]
  lists how fast the app is in the browsers of its users, if the server runs with
  SALEROOM_VITALS=1: the number of visits, and the values that 75 % and 98 % of them reach at most,
  rounded up to two digits. In ms; CLS in thousandths. <days>: 1 to ${VITALS_DAYS}, without it ${VITALS_DAYS}`

interface Counted {
  value: number
  count: number
}

/** The smallest value that at least this share of the measurements does not exceed. */
function quantileOf(counted: readonly Counted[], share: number): number {
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { value, count } of counted) {
    seen += count
    if (seen >= total * share) return value
  }
  return 0
}

/**
 * Lists the measurements of browsers by metric, page and device.
 * @returns the output for the operator
 * @throws SettingsError for a number of days that is not stored
 */
export async function runVitalsCommand(
  { db, now }: AdminContext,
  args: readonly string[],
): Promise<string> {
  requireArguments(args, [], USAGE, 1)
  const days = args[0] === undefined ? VITALS_DAYS : Number(args[0])
  if (!Number.isInteger(days) || days < 1 || days > VITALS_DAYS)
    throw usageError(`The number of days must be 1 to ${VITALS_DAYS}.`, USAGE)
  const groups = new Map<string, { cells: string[]; counted: Counted[] }>()
  for (const { name, page, device, value, count } of await listVitals(db, days, now)) {
    const key = [name, page, device].join(' ')
    const group = groups.get(key) ?? { cells: [name, page, device], counted: [] }
    group.counted.push({ value, count })
    groups.set(key, group)
  }
  if (groups.size === 0)
    return 'Nothing was measured in these days. The server collects with SALEROOM_VITALS=1.'
  const place = (name = '') => (VITAL_NAMES as readonly string[]).indexOf(name)
  const lines = [...groups.values()]
    .toSorted(
      (a, b) => place(a.cells[0]) - place(b.cells[0]) || (a.cells.join() < b.cells.join() ? -1 : 1),
    )
    .map(({ cells, counted }) => [
      ...cells,
      String(counted.reduce((sum, { count }) => sum + count, 0)),
      String(quantileOf(counted, 0.75)),
      String(quantileOf(counted, 0.98)),
    ])
  return toTable([['metric', 'page', 'device', 'visits', '75 %', '98 %'], ...lines])
}

/** Columns as wide as their widest cell; the first three are text, the others figures. */
function toTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column < 3 ? cell.padEnd(width) : cell.padStart(width)
        })
        .join('  '),
    )
    .join('\n')
}
