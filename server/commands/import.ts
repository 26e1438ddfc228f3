import { accessSync, constants, createReadStream, statSync } from 'node:fs'
import { parseArguments, runCommand, runWithClient, type AdminClient } from './command-line.ts'
import { readTable, type TableLine } from './csv-reading.ts'
import { misused, SettingsError } from '#server/settings-error.ts'
import type { ImportLine, ImportReport } from '#server/admin/import-lines.ts'
import { EVENT_KINDS } from '#src/wire/ingest.ts'

const USAGE = `Usage: npm run import -- <file.csv> [--project <id>] [--kind transaction] [--write]
  Without --write nothing is kept: it says what would happen.
  --project  for files without a column project_id
  --kind     ${EVENT_KINDS.join(', ')}
  See docs/connecting-a-sale.md.`

const BATCH_LINES = 1000
const SAY_EVERY_LINES = 20_000

interface Options {
  file: string
  project: string | undefined
  kind: string
  isWritten: boolean
}

function readOptions(): Options {
  const { values, positionals } = parseArguments(
    {
      allowPositionals: true,
      options: {
        project: { type: 'string' },
        kind: { type: 'string', default: 'transaction' },
        write: { type: 'boolean', default: false },
      },
    },
    USAGE,
  )
  const [file, extra] = positionals
  if (file === undefined) throw misused('Which file?', USAGE)
  if (extra !== undefined) throw misused(`One file at a time: ${extra} is one too many.`, USAGE)
  if (!EVENT_KINDS.some((kind) => kind === values.kind))
    throw misused(`There is no kind ${values.kind}.`, USAGE)
  requireReadable(file)
  return { file, project: values.project, kind: values.kind, isWritten: values.write }
}

function requireReadable(file: string): void {
  let isFile: boolean
  try {
    accessSync(file, constants.R_OK)
    isFile = statSync(file).isFile()
  } catch (error) {
    // What the file system throws has a code.
    const { code } = error as NodeJS.ErrnoException
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    const problem = isMissing ? 'does not exist' : `can't be read (${code})`
    throw new SettingsError(`The file ${file} ${problem}.`)
  }
  if (!isFile) throw new SettingsError(`${file} is not a file. Name a CSV file.`)
}

await runCommand(USAGE, async () => {
  const options = readOptions()
  await runWithClient((desk) => importFile(desk, options))
})

async function importFile(desk: AdminClient, options: Options): Promise<void> {
  const total = { lines: 0, taken: 0, repeated: 0, refused: 0 }
  for await (const lines of batches(options)) {
    const good = lines.flatMap((one) => ('cells' in one ? [one] : []))
    for (const one of lines) if ('fault' in one) console.log(`Line ${one.line}: ${one.fault}`)
    const report = await send(desk, good, options.isWritten)
    total.lines += lines.length
    total.refused += lines.length - good.length
    total.taken += report.taken
    total.repeated += report.repeated
    total.refused += report.refused.length
    for (const { line, field, reason } of report.refused)
      console.log(`Line ${line}: ${field}: ${reason}`)
    for (const [project, moment] of Object.entries(report.movedTo))
      console.log(
        `${project} ${options.isWritten ? 'now begins' : 'would begin'} on ${moment.slice(0, 10)}.`,
      )
    if (total.lines % SAY_EVERY_LINES === 0) console.log(`${total.lines} lines ...`)
  }
  if (total.lines === 0)
    throw new SettingsError(`${options.file} has no lines below the one that names the columns.`)
  const { taken, repeated, refused } = total
  const verb = options.isWritten ? 'taken' : 'good'
  console.log(`Lines: ${taken} ${verb}, ${repeated} there already, ${refused} refused.`)
  if (!options.isWritten) console.log('Nothing was kept. Add --write to import.')
  if (refused > 0) process.exitCode = 1
}

async function send(
  desk: AdminClient,
  lines: ImportLine[],
  isWritten: boolean,
): Promise<ImportReport> {
  const words = isWritten ? ['--write'] : []
  // The command answers with its report.
  return JSON.parse(await desk.ask('import-lines', words, JSON.stringify(lines))) as ImportReport
}

/** The file's lines, up to BATCH_LINES at a time. */
async function* batches({ file, project, kind }: Options): AsyncGenerator<TableLine[]> {
  let batch: TableLine[] = []
  const given = { kind, ...(project === undefined ? {} : { project_id: project }) }
  for await (const one of readTable(createReadStream(file, 'utf8'), given)) {
    if ('cells' in one && one.cells['project_id'] === undefined)
      throw new SettingsError(`${file} has no column project_id: name one with --project.`)
    batch.push(one)
    if (batch.length === BATCH_LINES) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
