import { createReadStream } from 'node:fs'
import { usageError } from '#server/admin/arguments.ts'
import type { TableLine } from '#server/admin/csv.ts'
import type { ImportLine, ImportReport } from '#server/admin/import-lines.ts'
import { readTable } from '#server/admin/import-start.ts'
import { SettingsError } from '#server/settings-error.ts'
import { AMOUNT_READINGS, DATE_READINGS } from '#src/domain/sale/import-cells.ts'
import type { CellReading } from '#src/wire/imports.ts'
import { EVENT_KINDS } from '#src/wire/ingest.ts'
import { parseArguments, withAdminClient, type AdminClient } from './admin-client.ts'
import { requireReadable } from './readable-file.ts'

export const USAGE = `Usage: npm run import -- <file.csv> [--project <id>] [--kind transaction] [--write]
  Imports the history of a sale. Without --write it only reports what would happen.
  --project  the project of all lines, for files without a column project_id
  --kind     ${EVENT_KINDS.join(', ')}
  --decimal  point or comma: how 1,250 and 1.250 are read
  --dates    day-first or month-first: how 01/03/2025 is read
  See docs/connecting-a-sale.md.`

const BATCH_LINES = 1000
const PROGRESS_EVERY_LINES = 20_000

interface Options {
  file: string
  project: string | undefined
  kind: string
  isWritten: boolean
  readings: CellReading[]
}

function readOptions(args: string[]): Options {
  const { values, positionals } = parseArguments(
    {
      args,
      allowPositionals: true,
      options: {
        project: { type: 'string' },
        kind: { type: 'string', default: 'transaction' },
        write: { type: 'boolean', default: false },
        decimal: { type: 'string' },
        dates: { type: 'string' },
      },
    },
    USAGE,
  )
  const [file, extra] = positionals
  if (file === undefined) throw usageError('Missing argument: file.', USAGE)
  if (extra !== undefined)
    throw usageError(`Unexpected argument "${extra}". Import one file at a time.`, USAGE)
  if (!EVENT_KINDS.some((kind) => kind === values.kind))
    throw usageError(`There is no kind ${values.kind}.`, USAGE)
  requireReadable(file)
  const { project, kind, write: isWritten } = values
  const readings = [
    ...oneOf('decimal', values.decimal, AMOUNT_READINGS),
    ...oneOf('dates', values.dates, DATE_READINGS),
  ]
  return { file, project, kind, isWritten, readings }
}

function oneOf<Reading extends string>(
  option: string,
  value: string | undefined,
  readings: readonly Reading[],
): Reading[] {
  const found = readings.filter((one) => one === value)
  if (value !== undefined && found.length === 0)
    throw usageError(`--${option} is ${readings.join(' or ')}.`, USAGE)
  return found
}

/** Imports a CSV file of events, or reports what an import would do. */
export async function importFile(args: string[]): Promise<void> {
  const options = readOptions(args)
  await withAdminClient((client) => importBatches(client, options))
}

async function importBatches(client: AdminClient, options: Options): Promise<void> {
  const total = { lines: 0, taken: 0, repeated: 0, refused: 0 }
  for await (const lines of batches(options)) {
    const valid = lines.flatMap((one) => ('cells' in one ? [one] : []))
    for (const one of lines) if ('error' in one) console.log(`Line ${one.line}: ${one.error}`)
    const report = await send(client, valid, options)
    total.lines += lines.length
    total.refused += lines.length - valid.length
    total.taken += report.taken
    total.repeated += report.repeated
    total.refused += report.refused.length
    for (const { line, field, reason } of report.refused)
      console.log(`Line ${line}: ${field}: ${reason}`)
    for (const [project, start] of Object.entries(report.movedTo))
      console.log(
        `${project} ${options.isWritten ? 'now starts' : 'would start'} on ${start.slice(0, 10)}.`,
      )
    if (total.lines % PROGRESS_EVERY_LINES === 0) console.log(`${total.lines} lines ...`)
  }
  if (total.lines === 0) throw new SettingsError(`${options.file} has no lines below its header.`)
  const { taken, repeated, refused } = total
  const verb = options.isWritten ? 'imported' : 'valid'
  console.log(`Lines: ${taken} ${verb}, ${repeated} already imported, ${refused} refused.`)
  if (!options.isWritten) console.log('Nothing was saved. Add --write to import.')
  if (refused > 0) process.exitCode = 1
}

async function send(
  client: AdminClient,
  lines: ImportLine[],
  { isWritten, readings }: Options,
): Promise<ImportReport> {
  const args = [...(isWritten ? ['--write'] : []), ...readings]
  // The command's output is its report.
  return JSON.parse(await client.run('import-lines', args, JSON.stringify(lines))) as ImportReport
}

/** The file's lines, up to BATCH_LINES at a time. */
async function* batches({ file, project, kind }: Options): AsyncGenerator<TableLine[]> {
  let batch: TableLine[] = []
  const given = { kind, ...(project === undefined ? {} : { project_id: project }) }
  for await (const one of readTable(createReadStream(file), given)) {
    if ('cells' in one && one.cells['project_id'] === undefined)
      throw new SettingsError(`${file} has no column project_id. Name the project with --project.`)
    batch.push(one)
    if (batch.length === BATCH_LINES) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
