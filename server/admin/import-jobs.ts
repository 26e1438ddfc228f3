import { createHash, type Hash } from 'node:crypto'
import { recordAudit, type AuditSource } from '#server/auth/audit.ts'
import { claimBy, UNCLAIMED } from '#server/db/engine/job-claims.ts'
import { letRequestsPass } from '#server/db/engine/let-requests-pass.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { isDatabaseUnavailable } from '#server/db/engine/unavailable.ts'
import {
  addImportRefusals,
  deleteImportFile,
  deleteImportRefusals,
  fromFirstRow,
  lockImport,
  readImportFile,
  updateImport,
  type ImportRow,
} from '#server/db/ingest/imports.ts'
import { ingest, previewIngest } from '#server/db/ingest/ingest.ts'
import { isArchived } from '#server/db/projects/projects.ts'
import type { RefusalGroup } from '#server/db/schema/schema-imports.ts'
import type { Clock, ImportJobs } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import type { ImportReading } from '#src/wire/imports.ts'
import { nameCells, readCsv, type TableLine } from './csv.ts'
import { importBatch, type BatchResult, type RefusedLine } from './import-batch.ts'
import { openPreview } from './import-preview.ts'
import { openColumnReadings, toFieldReadings } from './import-readings.ts'
import { findPriceWarnings } from './import-warnings.ts'

/** Short enough that requests on the embedded database's one connection hardly wait. */
const BATCH_LINES = 500
/** Later refused lines are only counted. */
export const MAX_STORED_REFUSALS = 100_000
const MAX_GROUPS = 50
const UNEXPECTED =
  'The server could not go on, for a reason that is in its log. Start again; if it happens again, send the log to the operator of the server.'

interface Parts {
  db: Db
  clock: Clock
  log(message: string): void
}

interface Job extends Parts {
  file: ImportRow
  actor: AuditSource['actor']
  isStopping(): boolean
}

export function openImportJobs(parts: Parts): ImportJobs {
  const running = new Set<Promise<void>>()
  let isStopping = false
  return {
    start(file, actor) {
      const job = work({ ...parts, file, actor, isStopping: () => isStopping })
        // The claim ends by itself, and the import can be resumed.
        .catch((error: unknown) => parts.log(`Import ${file.id}: ${messageOf(error)}`))
        .finally(() => running.delete(job))
      running.add(job)
    },
    async stop() {
      isStopping = true
      await Promise.all(running)
    },
  }
}

/** The audit entry of a run: its start, its end, or where it was stopped. */
export async function auditImport(
  tx: Tx,
  source: AuditSource,
  { id, project_id, kind, name, taken, repeated, refused, begins_at }: ImportRow,
  step: 'started' | 'cancelled' | 'resumed' | 'done',
): Promise<void> {
  const counts = { taken, repeated, refused, begins_at: begins_at?.toISOString() ?? null }
  await recordAudit(tx, source, {
    action: 'history.import',
    object: 'import',
    objectId: id,
    projectId: project_id,
    after: { step, file: name, kind, ...(step === 'started' ? {} : counts) },
  })
}

async function work(job: Job): Promise<void> {
  const { db, file } = job
  const isDry = file.state === 'checking'
  const digest = isDry ? createHash('sha256') : null
  const readings = toFieldReadings(file.readings)
  const columns = openColumnReadings(file.readings)
  const dryRun = isDry ? { correct: openPreview(), observe: columns.observe } : {}
  try {
    for await (const lines of batchesOf(db, file, digest)) {
      if (job.isStopping()) return await release(job)
      const isOurs = await inOwnBatch(job, async (tx, before) => {
        const { project_id: projectId } = file
        const now = job.clock.now()
        if (await isArchived(tx, projectId)) throw new SettingsError(`${projectId} is archived.`)
        const result = await importBatch(file, lines, {
          readings,
          ingest: (events) => {
            const batch = { projectId, events, now, isImported: true }
            return isDry ? previewIngest(tx, batch) : ingest(tx, batch, (_db, store) => store(tx))
          },
          ...(isDry && { warn: (events) => findPriceWarnings(tx, projectId, events) }),
          ...dryRun,
        })
        await advance(tx, before, lines, result, now)
      })
      if (!isOurs) return
      await letRequestsPass(db)
    }
    if (digest && digest.digest('hex') !== file.sha256)
      throw new SettingsError('The file arrived damaged or has changed. Upload it again.')
    const concluded = columns.conclude()
    if (!isDry) await finish(job, file.readings)
    else if (concluded.some(({ reading }) => reading === null)) await release(job, concluded)
    else if (concluded.some(({ field, reading }) => reading !== readings[field]))
      await readAgain(job, concluded)
    else await finish(job, concluded)
  } catch (error) {
    // The import goes on when the database is back.
    if (isDatabaseUnavailable(error)) throw error
    const isExpected = error instanceof SettingsError
    if (!isExpected) job.log(`Import ${file.id}: ${messageOf(error)}`)
    await fail(job, isExpected ? error.message : UNEXPECTED, isExpected)
  }
}

/** Runs `run` in a transaction, unless the import was cancelled or another job has it. */
function inOwnBatch(
  { db, file }: Job,
  run: (tx: Tx, before: ImportRow) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const before = await lockImport(tx, file.id)
    if (!before || before.claim !== file.claim) return false
    await run(tx, before)
    return true
  })
}

/** The lines from the import's position on, BATCH_LINES at a time. */
async function* batchesOf(
  db: Db,
  file: ImportRow,
  digest: Hash | null,
): AsyncGenerator<TableLine[]> {
  const { kind, columns, delimiter, position_byte: byte, position_line: line } = file
  const lines = readCsv(readFrom(db, file, digest), {
    from: { byte, line },
    ...(delimiter === null ? {} : { delimiter }),
  })
  let batch: TableLine[] = []
  for await (const one of nameCells(lines, columns, { kind })) {
    batch.push(one)
    if (batch.length < BATCH_LINES) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The bytes from the import's position on. A digest gets the whole file. */
async function* readFrom(db: Db, file: ImportRow, digest: Hash | null): AsyncGenerator<Buffer> {
  let byte = digest ? 0 : file.position_byte
  for await (const piece of readImportFile(db, file.id, byte)) {
    digest?.update(piece)
    const skipped = Math.max(0, file.position_byte - byte)
    byte += piece.length
    if (skipped < piece.length) yield piece.subarray(skipped)
  }
}

/** Records a batch with the place where the next one starts, in the transaction of the batch. */
async function advance(
  tx: Tx,
  before: ImportRow,
  lines: readonly TableLine[],
  { taken, repeated, refused, warned, usd, movedTo }: BatchResult,
  now: Date,
): Promise<void> {
  const { id, claim } = before
  const end = lines.at(-1)?.end
  if (!end || claim === null) throw new Error('A batch has lines, and its job a claim')
  const room = Math.max(0, MAX_STORED_REFUSALS - before.refused)
  await addImportRefusals(
    tx,
    refused.slice(0, room).map((one) => ({ import_id: id, ...one })),
  )
  const starts = [before.begins_at, movedTo].filter((start) => start !== null)
  await updateImport(
    tx,
    id,
    {
      ...claimBy(claim, now),
      position_byte: end.byte,
      position_line: end.line,
      rows: before.rows + lines.length,
      taken: before.taken + taken,
      repeated: before.repeated + repeated,
      refused: before.refused + refused.length,
      usd: addDecimals(before.usd, usd),
      refusals: JSON.stringify(addToGroups(addToGroups(before.refusals, refused), warned, true)),
      begins_at: starts.length === 0 ? null : new Date(Math.min(...starts.map(Number))),
    },
    now,
  )
}

/** Counts refused lines, or those with a warning, by field and reason, in the order of their first lines. */
function addToGroups(
  groups: readonly RefusalGroup[],
  lines: readonly RefusedLine[],
  isWarning = false,
): RefusalGroup[] {
  const keyOf = ({ field, reason }: { field: string; reason: string }) => `${field}\n${reason}`
  const others = groups.filter((group) => (group.isWarning ?? false) !== isWarning)
  const own = groups.filter((group) => !others.includes(group))
  const byKey = new Map(own.map((group) => [keyOf(group), { ...group }]))
  for (const one of lines) {
    const group = byKey.get(keyOf(one))
    if (group) group.count += 1
    else if (byKey.size < MAX_GROUPS)
      byKey.set(keyOf(one), { ...one, count: 1, ...(isWarning && { isWarning }) })
  }
  return [...others, ...byKey.values()]
}

async function finish(job: Job, readings: readonly ImportReading[]): Promise<void> {
  await inOwnBatch(job, async (tx, before) => {
    if (before.rows === 0) throw new SettingsError('The file has no lines below its header.')
    const now = job.clock.now()
    const isDry = before.state === 'checking'
    const after = await updateImport(
      tx,
      before.id,
      {
        ...UNCLAIMED,
        state: isDry ? 'checked' : 'done',
        readings: JSON.stringify(readings),
        total_rows: before.rows,
        ended_at: now,
      },
      now,
    )
    if (isDry) return
    await deleteImportFile(tx, after.id)
    await auditImport(tx, { actor: job.actor, now }, after, 'done')
  })
}

/** Repeats the dry run with what the cells of each column say about its reading. */
async function readAgain(job: Job, readings: readonly ImportReading[]): Promise<void> {
  let again: ImportRow | undefined
  await inOwnBatch(job, async (tx, before) => {
    await deleteImportRefusals(tx, before.id)
    const changes = { ...fromFirstRow(before), readings: JSON.stringify(readings) }
    again = await updateImport(tx, before.id, changes, job.clock.now())
  })
  if (again) await work({ ...job, file: again })
}

/**
 * Ends the job so that it can be started again.
 * @param readings those that a person must choose first
 */
async function release(job: Job, readings?: readonly ImportReading[]): Promise<void> {
  await inOwnBatch(job, async (tx, { id, state }) => {
    const next = state === 'checking' ? 'uploaded' : 'running'
    const open = readings ? { readings: JSON.stringify(readings) } : {}
    await updateImport(tx, id, { ...UNCLAIMED, ...open, state: next }, job.clock.now())
  })
}

/**
 * A file that can't be read is of no use. An import that can't go on can be resumed.
 * @param deletes whether the file of a dry run is deleted now; otherwise with the import
 */
async function fail(job: Job, error: string, deletes: boolean): Promise<void> {
  await inOwnBatch(job, async (tx, { id, state }) => {
    const isDry = state === 'checking'
    const now = job.clock.now()
    const after = await updateImport(
      tx,
      id,
      { ...UNCLAIMED, state: isDry ? 'failed' : 'cancelled', error, ended_at: now },
      now,
    )
    if (isDry && deletes) await deleteImportFile(tx, id)
    if (!isDry) await auditImport(tx, { actor: job.actor, now }, after, 'cancelled')
  })
}
