import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { recordAudit, type AuditEvent, type AuditSource } from '#server/auth/audit.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import type { FileColumns } from '#server/db/files/file-columns.ts'
import { countRows, walkRows } from '#server/db/files/list-walk.ts'
import type { ListRows } from '#server/db/records/list-page.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { tooLarge } from '#server/http/errors.ts'
import type { AuditAction, AuditObject } from '#src/domain/people/audit-actions.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import { MAX_EXPORT_ROWS } from '#src/wire/paging.ts'

/** The list of a file, and what the audit log says of it. */
export interface CsvList extends FileColumns {
  /** Without the ending. */
  name: string
  projects: readonly string[]
  /** Read in the snapshot of the rows. */
  rows: (tx: Tx) => ListRows | Promise<ListRows>
  action: AuditAction
  object: AuditObject
  filters: Readonly<Record<string, unknown>>
}

/** A file that is read from one snapshot. */
export interface SnapshotFile {
  /** Without the ending. */
  name: string
  /** Its text, in steps. It runs again from the start after a conflict. */
  steps: (tx: Tx) => AsyncIterable<FileStep>
  /** What the audit log says of it. */
  audit: (count: number) => AuditEvent
  /** Changes the text as it is sent, but not its length: what takes long needs no snapshot. */
  encode?: (file: AsyncIterable<Buffer>) => AsyncIterable<string>
}

/** A part of a file, and the number of its rows. */
export interface FileStep {
  text: string
  rows: number
}

interface Source extends AuditSource {
  db: Db
  readDb: Db
  reply: FastifyReply
}

/**
 * Sends all rows of a list as CSV, with a byte order mark, and records who got them. `X-Rows` is their
 * number.
 * @throws HttpError 413 for more than a million rows
 */
export function sendCsv(source: Source, list: CsvList): Promise<FastifyReply> {
  const { name, projects, action, object, filters } = list
  return sendSnapshotFile(source, {
    name,
    steps: (tx) => stepsOf(tx, list),
    audit: (count) => ({
      action,
      object,
      objectId: null,
      projectId: projects.length === 1 ? (projects[0] ?? null) : null,
      after: { projects, ...filters, count },
    }),
  })
}

/**
 * Sends a CSV file and records who got it. It is written from one snapshot into a temporary file first: a
 * slow client holds neither a snapshot nor the embedded connection, a failure has its status, and the
 * memory does not grow with the rows. `X-Rows` is their number.
 */
export async function sendSnapshotFile(
  source: Source,
  content: SnapshotFile,
): Promise<FastifyReply> {
  const { db, readDb, reply } = source
  const gone = new AbortController()
  const end = () => gone.abort(new Error('The client has gone away'))
  if (reply.raw.destroyed) end()
  else reply.raw.once('close', end)
  const { file, size, count } = await inTurn(() => writeFile(readDb, content, gone.signal))
  try {
    await inTransaction(db, (tx) => recordAudit(tx, source, content.audit(count)))
    void reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${content.name}.csv"`,
      'content-length': size,
      'x-rows': count,
    })
    // It closes the file, also when the client goes away.
    const stored = file.createReadStream({ start: 0, highWaterMark: READ_BYTES })
    if (content.encode === undefined) return await reply.send(stored)
    const encoded = Readable.from(content.encode(stored))
    // One that was never read does not end what it reads.
    encoded.once('close', () => stored.destroy())
    return await reply.send(encoded)
  } catch (error) {
    await file.close()
    throw error
  }
}

interface Written {
  file: FileHandle
  /** In bytes. */
  size: number
  count: number
}

/** The text of a file in a file without a name, which the system deletes when it is closed. */
async function writeFile(db: Db, content: SnapshotFile, signal: AbortSignal): Promise<Written> {
  signal.throwIfAborted()
  const name = path.join(tmpdir(), `saleroom-${randomUUID()}.csv`)
  const file = await open(name, 'wx+', 0o600)
  try {
    await unlink(name)
    const written = await inSnapshot(db, (tx) => writeSteps(content.steps(tx), file, signal))
    return { file, ...written }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Writes from the start of the file. */
async function writeSteps(
  steps: AsyncIterable<FileStep>,
  file: FileHandle,
  signal: AbortSignal,
): Promise<Omit<Written, 'file'>> {
  let [size, count] = [0, 0]
  await file.truncate()
  for await (const { text, rows } of steps) {
    signal.throwIfAborted()
    const bytes = Buffer.from(text)
    await file.write(bytes, 0, bytes.length, size)
    size += bytes.length
    count += rows
  }
  return { size, count }
}

const BYTE_ORDER_MARK = '\uFEFF'

async function* stepsOf(
  tx: Tx,
  { projects, columns, join, ...list }: CsvList,
): AsyncGenerator<FileStep> {
  const rows = await list.rows(tx)
  if ((await countRows(tx, rows, projects, MAX_EXPORT_ROWS)) > MAX_EXPORT_ROWS)
    throw tooLarge(
      `The list has more than ${MAX_EXPORT_ROWS.toLocaleString('en')} rows. Choose a shorter period (start_date, end_date), fewer projects or another filter.`,
    )
  yield { text: BYTE_ORDER_MARK + toCsv([Object.keys(columns)]), rows: 0 }
  for await (const step of walkRows(tx, rows, { columns, ...(join && { join }) }, projects))
    yield { text: toCsv(step), rows: step.length }
}

/** The work on a part, such as spelling its addresses, takes some milliseconds. */
const READ_BYTES = 16_384

/** Each takes a connection and half a core. */
const MAX_AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** Runs `work` when fewer than two others of this process run, in the order of arrival. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // One that ends leaves its place to the next.
  if (running === MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
