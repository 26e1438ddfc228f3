import * as z from 'zod/mini'
import { countSchema } from './primitives.ts'

/** How many notes a record has, without deleted ones. Absent from a server without notes. */
export const noteCount = { notes: z.optional(countSchema) }

/** Of lists: only records with notes. */
export const notedParam = { noted: z.optional(z.literal('1')) }
