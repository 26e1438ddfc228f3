import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import {
  countSchema,
  decimalSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
  projectIdSchema,
} from './primitives.ts'
import { projectsParam } from './query-params.ts'

export const MAX_IMPORT_BYTES = 1_000_000_000
/** The bytes of a chunk of the file; only the last one is shorter. */
export const IMPORT_CHUNK_BYTES = 8_000_000
/** The file and the report of an import are kept this long. */
export const IMPORT_HOURS = 24

const MAX_NAME_LENGTH = 255
const MAX_COLUMNS = 500

export const IMPORT_KINDS = ['transaction', 'wallet', 'lead'] as const
export const importKindSchema = z.enum(IMPORT_KINDS)
export type ImportKind = z.infer<typeof importKindSchema>

/**
 * `uploading`: chunks are missing. `uploaded`: complete. `checking`: the dry run. `checked`: the dry run
 * has ended. `running`: rows are being taken. `interrupted`: the server stopped meanwhile. `cancelled`: a
 * person stopped it. Both can be resumed. `done`. `failed`: with an error. `discarded`: given up before
 * anything was taken.
 */
export const importStateSchema = z.enum([
  'uploading',
  'uploaded',
  'checking',
  'checked',
  'running',
  'interrupted',
  'cancelled',
  'done',
  'failed',
  'discarded',
])
export type ImportState = z.infer<typeof importStateSchema>

/** Refused rows with the same column and reason, or rows with the same warning. */
export const importRefusalSchema = z.object({
  /** The first of their lines. */
  line: countSchema,
  /** The column of the file; empty if the whole line is refused. */
  column: z.string(),
  /** The cell of the first line. */
  value: z.string(),
  reason: z.string(),
  count: countSchema,
})
export type ImportRefusal = z.infer<typeof importRefusalSchema>

/** The field that each column of the file becomes, in the order of the file; null: not imported. */
const columnsSchema = z
  .array(z.nullable(z.string().check(z.maxLength(100))))
  .check(z.maxLength(MAX_COLUMNS))

/** How an ambiguous amount such as 1,250 is read: its decimal sign. And a date such as 01/03/2025. */
export const CELL_READINGS = ['point', 'comma', 'day-first', 'month-first'] as const
const cellReadingSchema = z.enum(CELL_READINGS)
export type CellReading = z.infer<typeof cellReadingSchema>

/** How the ambiguous cells of a field's column are read: all in the same way. */
export const importReadingSchema = z.object({
  field: z.string(),
  /** The first such cell; empty if the file has none. */
  cell: z.string(),
  /** Null: a person must choose before the file can be checked. */
  reading: z.nullable(cellReadingSchema),
})
export type ImportReading = z.infer<typeof importReadingSchema>

export const importSchema = z.object({
  id: idSchema,
  project_id: projectIdSchema,
  kind: importKindSchema,
  /** The name of the file. */
  name: z.string(),
  state: importStateSchema,
  bytes: countSchema,
  sha256: z.string(),
  /** The numbers of the chunks that the server does not have. */
  missing: z.array(countSchema),
  /** Null until the first chunk is here. */
  delimiter: nullableTextSchema,
  header: z.nullable(z.array(z.string())),
  /** The first rows, cell by cell. */
  sample: z.array(z.array(z.string())),
  columns: columnsSchema,
  readings: z.array(importReadingSchema),
  /** The rows of the file; null until a dry run has read them. */
  total_rows: z.nullable(countSchema),
  /** What the dry run would take, or what the run has taken so far. */
  rows: countSchema,
  taken: countSchema,
  repeated: countSchema,
  refused: countSchema,
  /** The USD of the taken purchases. */
  usd: decimalSchema,
  refusals: z.array(importRefusalSchema),
  /** Of rows that a dry run would take, such as purchases far from the price of their stage. */
  warnings: z.nullish(z.array(importRefusalSchema)),
  /** The bytes read so far. */
  position: countSchema,
  /** The new start of the project, if it starts earlier with these rows. */
  begins_at: z.nullable(instantSchema),
  error: nullableTextSchema,
  created_at: instantSchema,
  /** Of the dry run, or of the run with its pauses. */
  started_at: z.nullable(instantSchema),
  ended_at: z.nullable(instantSchema),
})
export type Import = z.infer<typeof importSchema>
export const importListSchema = z.array(importSchema)

export const importCreateSchema = z.strictObject({
  project_id: projectIdSchema,
  kind: importKindSchema,
  name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH)),
  size: z
    .int()
    .check(z.gte(1, 'Must not be empty'), z.lte(MAX_IMPORT_BYTES, 'Must be at most 1 GB')),
  sha256: z.string().check(z.regex(/^[\da-f]{64}$/, 'Must be 64 hexadecimal digits')),
  columns: z.optional(columnsSchema),
})
export type ImportCreate = z.infer<typeof importCreateSchema>

export const importCheckSchema = z.strictObject({
  columns: columnsSchema,
  /** What a person has chosen, by field. */
  readings: z.optional(
    z
      .array(z.strictObject({ field: z.string(), reading: cellReadingSchema }))
      .check(z.maxLength(MAX_COLUMNS)),
  ),
})
export type ImportCheck = z.infer<typeof importCheckSchema>

export const importListQuerySchema = z.object({ projects: projectsParam })
export const importParamsSchema = z.object({ id: idSchema })
export const importChunkParamsSchema = z.object({
  id: idSchema,
  n: z.string().check(z.regex(/^\d{1,4}$/)),
})

const write = { method: 'POST', access: 'signed-in', roles: 'admin', status: 200 } as const
const one = { params: importParamsSchema, response: importSchema }

export const importCalls = {
  listImports: {
    ...read,
    path: '/imports',
    summary: `The imports of the last ${IMPORT_HOURS} hours, newest first`,
    roles: 'admin',
    query: importListQuerySchema,
    response: importListSchema,
  },
  createImport: {
    ...write,
    needsStepUp: 'everything',
    path: '/imports',
    summary: 'Announce a CSV file, whose chunks are then uploaded',
    body: importCreateSchema,
    response: importSchema,
    status: 201,
  },
  getImport: { ...read, path: '/imports/:id', summary: 'An import', roles: 'admin', ...one },
  putImportChunk: {
    ...write,
    method: 'PUT',
    path: '/imports/:id/chunks/:n',
    summary: `Upload a chunk of ${IMPORT_CHUNK_BYTES / 1_000_000} MB (the last one is shorter); a repeat changes nothing`,
    params: importChunkParamsSchema,
    body: 'bytes',
    response: importSchema,
  },
  checkImport: {
    ...write,
    path: '/imports/:id/check',
    summary: 'Start the dry run, which writes nothing',
    ...one,
    body: importCheckSchema,
  },
  runImport: {
    ...write,
    needsStepUp: 'everything',
    path: '/imports/:id/run',
    summary: 'Import the checked rows',
    ...one,
  },
  cancelImport: {
    ...write,
    path: '/imports/:id/cancel',
    summary: 'Stop a dry run or an import; rows that were taken stay',
    ...one,
  },
  resumeImport: {
    ...write,
    needsStepUp: 'everything',
    path: '/imports/:id/resume',
    summary: 'Go on with an import that was cancelled or interrupted',
    ...one,
  },
  getImportReport: {
    ...read,
    path: '/imports/:id/report',
    summary: 'The refused rows as CSV',
    roles: 'admin',
    params: importParamsSchema,
    response: 'text/csv',
  },
} satisfies Calls
