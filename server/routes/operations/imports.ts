import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { auditImport, MAX_STORED_REFUSALS } from '#server/admin/import-jobs.ts'
import { readFileStart, type FileStart } from '#server/admin/import-start.ts'
import { requireProject, visibleProjects } from '#server/auth/access.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import { claimBy, UNCLAIMED } from '#server/db/engine/job-claims.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction, isUniqueViolation } from '#server/db/engine/transaction.ts'
import {
  deleteImportFile,
  deleteImportRefusals,
  findImport,
  fromFirstRow,
  insertImport,
  insertImportChunk,
  listImports,
  lockImport,
  missingChunks,
  updateImport,
  walkImportRefusals,
  type ImportRow,
} from '#server/db/ingest/imports.ts'
import { isArchived } from '#server/db/projects/projects.ts'
import { parseId } from '#server/db/records/ids.ts'
import { badRequest, conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { SettingsError } from '#server/settings-error.ts'
import { readingsOf, recognizeColumns, validateColumns } from '#src/domain/sale/import-columns.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import { IMPORT_CHUNK_BYTES, type ImportKind } from '#src/wire/imports.ts'
import { columnOf, presentImport, stateOf } from './present-import.ts'

export function importRoutes(api: Api): void {
  route(api, 'listImports', async ({ query, actor, db, now }) => {
    const rows = await listImports(db, await visibleProjects(db, actor, query.projects))
    return Promise.all(rows.map((row) => present(db, row, now)))
  })

  route(api, 'createImport', async ({ body, actor, db, now }) => {
    const { project_id, kind, name, size, sha256, columns = [] } = body
    await requireProject(db, actor, project_id)
    await requireActive(db, project_id)
    const row = await insertImport(db, {
      project_id,
      kind,
      name,
      size_bytes: size,
      sha256,
      columns: JSON.stringify(columns),
      created_at: now,
      updated_at: now,
    })
    return present(db, row, now)
  })

  route(api, 'getImport', async ({ params, actor, db, now }) =>
    present(db, await requireImport(db, actor, params.id, findImport), now),
  )

  chunkRoute(api)

  route(api, 'checkImport', async ({ params, body, actor, db, now, dependencies }) => {
    const claimed = await change(db, actor, params.id, async (tx, file) => {
      const state = stateOf(file, now)
      if (state === 'uploading') throw conflict('The file is not complete')
      if (state !== 'uploaded' && state !== 'checked') throw conflict(describeBusy(state))
      await requireActive(tx, file.project_id)
      const { columns } = body
      if (columns.length !== file.header?.length)
        throw invalidInput('body.columns', `Must be ${file.header?.length ?? 0} values`)
      const problem = validateColumns(file.kind, columns)
      if (problem !== null) throw invalidInput('body.columns', problem)
      const { readings = [] } = body
      for (const { field, reading } of readings)
        if (!columns.includes(field) || !readingsOf(field).includes(reading))
          throw invalidInput('body.readings', `${field} can't be read as ${reading}`)
      await deleteImportRefusals(tx, file.id)
      return updateImport(
        tx,
        file.id,
        {
          ...startOf(file, now),
          state: 'checking',
          columns: JSON.stringify(columns),
          readings: JSON.stringify(readings.map((one) => ({ ...one, cell: '' }))),
          total_rows: null,
        },
        now,
      )
    })
    dependencies.importJobs.start(claimed, actor)
    return present(db, claimed, now)
  })

  route(api, 'runImport', async (context) => {
    const { params, actor, db, now, dependencies } = context
    const claimed = await change(db, actor, params.id, async (tx, file) => {
      const state = stateOf(file, now)
      if (state !== 'checked') throw conflict(describeBusy(state))
      await requireActive(tx, file.project_id)
      await deleteImportRefusals(tx, file.id)
      const started = { ...startOf(file, now), state: 'running' as const }
      const row = await updateImport(tx, file.id, started, now)
      await auditImport(tx, context, row, 'started')
      return row
    })
    dependencies.importJobs.start(claimed, actor)
    return present(db, claimed, now)
  })

  route(api, 'cancelImport', async (context) => {
    const { params, actor, db, now } = context
    const row = await change(db, actor, params.id, async (tx, file) => {
      const { id, state } = file
      if (state === 'checking')
        return updateImport(tx, id, { ...UNCLAIMED, state: 'uploaded' }, now)
      if (state === 'running') {
        const stopped = { ...UNCLAIMED, state: 'cancelled', ended_at: now } as const
        const cancelled = await updateImport(tx, id, stopped, now)
        await auditImport(tx, context, cancelled, 'cancelled')
        return cancelled
      }
      if (state === 'done' || state === 'failed') throw conflict('The import has ended')
      if (state === 'cancelled' || state === 'discarded') return file
      await deleteImportFile(tx, id)
      await deleteImportRefusals(tx, id)
      return updateImport(tx, id, { state: 'discarded' }, now)
    })
    return present(db, row, now)
  })

  route(api, 'resumeImport', async (context) => {
    const { params, actor, db, now, dependencies } = context
    const claimed = await change(db, actor, params.id, async (tx, file) => {
      const state = stateOf(file, now)
      if (state !== 'cancelled' && state !== 'interrupted') throw conflict(describeBusy(state))
      await requireActive(tx, file.project_id)
      const resumed = {
        ...claimBy(randomUUID(), now),
        state: 'running' as const,
        error: null,
        ended_at: null,
      }
      const row = await updateImport(tx, file.id, resumed, now)
      await auditImport(tx, context, row, 'resumed')
      return row
    })
    dependencies.importJobs.start(claimed, actor)
    return present(db, claimed, now)
  })

  route(api, 'getImportReport', async ({ params, actor, db, reply }) => {
    const file = await requireImport(db, actor, params.id, findImport)
    void reply.header('content-type', 'text/csv; charset=utf-8')
    void reply.header('content-disposition', 'attachment; filename="import-report.csv"')
    return reply.send(Readable.from(reportLines(db, file)))
  })
}

/** The only route that reads raw bytes. Any other refuses them with 415. */
function chunkRoute(api: Api): void {
  void api.app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    )
    route(
      { ...api, app: scope },
      'putImportChunk',
      async ({ params, body, actor, db, now }) => {
        const row = await change(db, actor, params.id, (tx, file) =>
          addChunk(tx, file, Number(params.n), body, now),
        )
        return present(db, row, now)
      },
      { bodyLimit: IMPORT_CHUNK_BYTES },
    )
  })
}

/** Stores a chunk; the first one shows the header, and the last missing one completes the file. */
async function addChunk(
  tx: Tx,
  file: ImportRow,
  n: number,
  bytes: Buffer,
  now: Date,
): Promise<ImportRow> {
  const { id, size_bytes: size, kind } = file
  if (n * IMPORT_CHUNK_BYTES >= size) throw notFound()
  // Also a repeat of the last chunk, whose response was lost.
  if (file.state !== 'uploading') return file
  const expected = Math.min(IMPORT_CHUNK_BYTES, size - n * IMPORT_CHUNK_BYTES)
  if (bytes.length !== expected) throw badRequest(`Chunk ${n} must be ${expected} bytes`)
  await insertImportChunk(tx, id, n, bytes)
  const start = n === 0 && file.header === null ? await startOrRefuse(bytes, size, kind) : null
  const isComplete = (await missingChunks(tx, file)).length === 0
  const columns = file.columns.length === 0 && start && recognizeColumns(kind, start.header)
  return updateImport(
    tx,
    id,
    {
      ...(start
        ? {
            delimiter: start.delimiter,
            header: JSON.stringify(start.header),
            sample: JSON.stringify(start.sample),
            data_byte: start.data.byte,
            data_line: start.data.line,
          }
        : {}),
      ...(columns ? { columns: JSON.stringify(columns) } : {}),
      ...(isComplete ? { state: 'uploaded' } : {}),
    },
    now,
  )
}

async function startOrRefuse(bytes: Buffer, size: number, kind: ImportKind): Promise<FileStart> {
  try {
    return await readFileStart(bytes, bytes.length === size, kind)
  } catch (error) {
    throw error instanceof SettingsError ? badRequest(error.message) : error
  }
}

/** A new dry run or run, from the first row on. */
function startOf(file: ImportRow, now: Date) {
  return {
    ...claimBy(randomUUID(), now),
    ...fromFirstRow(file),
    error: null,
    started_at: now,
    ended_at: null,
  }
}

/** @throws HttpError 404 for an unknown import, and for one of a project that the caller may not see */
async function requireImport<Connection extends Db>(
  db: Connection,
  actor: Actor,
  text: string,
  read: (db: Connection, id: number) => Promise<ImportRow | undefined>,
): Promise<ImportRow> {
  const id = parseId(text)
  const row = id === null ? undefined : await read(db, id)
  if (!row) throw notFound()
  await requireProject(db, actor, row.project_id)
  return row
}

/** Changes a locked import. @throws HttpError 409 if another import of its project runs */
async function change(
  db: Db,
  actor: Actor,
  id: string,
  work: (tx: Tx, file: ImportRow) => Promise<ImportRow>,
): Promise<ImportRow> {
  try {
    return await inTransaction(db, async (tx) =>
      work(tx, await requireImport(tx, actor, id, lockImport)),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'imports_one_run'))
      throw conflict('Another import of this project is not finished. Finish or cancel it first.')
    throw error
  }
}

async function requireActive(db: Db, projectId: string): Promise<void> {
  if (await isArchived(db, projectId)) throw conflict('Project is archived')
}

/** Why something can't be started now. */
function describeBusy(state: ReturnType<typeof stateOf>): string {
  if (state === 'checking') return 'The dry run is not finished'
  if (state === 'running' || state === 'interrupted' || state === 'cancelled')
    return 'The import has started'
  if (state === 'uploading' || state === 'uploaded') return 'The file was not checked'
  return state === 'checked' ? 'The import has not started' : 'The import has ended'
}

async function present(db: Db, row: ImportRow, now: Date) {
  const missing = row.state === 'uploading' ? await missingChunks(db, row) : []
  return presentImport(row, missing, now)
}

async function* reportLines(db: Db, file: ImportRow): AsyncGenerator<string> {
  yield toCsv([['line', 'column', 'value', 'reason']])
  for await (const rows of walkImportRefusals(db, file.id))
    yield toCsv(
      rows.map(({ line, field, value, reason }) => [line, columnOf(file, field), value, reason]),
    )
  const others = file.refused - MAX_STORED_REFUSALS
  if (others > 0) yield toCsv([['', '', '', `${others} more lines were refused`]])
}
