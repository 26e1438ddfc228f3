import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { pageSchema, pagingParams } from './paging.ts'
import { countSchema, idSchema, instantSchema, projectIdSchema } from './primitives.ts'

/** The kinds of record that have notes. `payment` is one without a purchase. */
export const NOTE_KINDS = ['wallet', 'transaction', 'bonus_code', 'payment'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export const MAX_NOTE_LENGTH = 2000
/** How long its author may change or delete a note. */
export const NOTE_EDIT_MINUTES = 15
const MAX_MENTIONS = 20

const personSchema = z.object({ id: idSchema, email: z.string() })

/** A note on a record: plain text, in which a mention is `@` and the local part of the address. */
export const noteSchema = z.object({
  id: idSchema,
  /** Null once it is deleted. */
  text: z.nullable(z.string()),
  author: personSchema,
  at: instantSchema,
  edited_at: z.nullable(instantSchema),
  editable_until: instantSchema,
  /** By its author. */
  deleted_at: z.nullable(instantSchema),
  mentions: z.array(personSchema),
})
export type Note = z.infer<typeof noteSchema>

/** Deleted notes are listed and counted in `total` too. */
export const notePageSchema = z.extend(pageSchema(noteSchema), { total: countSchema })
export type NotePage = z.infer<typeof notePageSchema>

// Counted like the database does: in characters, not in UTF-16 units.
export const noteTextSchema = z.string().check(
  z.trim(),
  z.minLength(1, 'Write something'),
  // Of invisible characters alone, nothing would be seen.
  z.refine((text) => /[^\s\p{Cf}\p{Cc}]/u.test(text), 'Write something'),
  z.refine(
    (text) => [...text].length <= MAX_NOTE_LENGTH,
    `Must be at most ${MAX_NOTE_LENGTH} characters`,
  ),
)

export const noteInputSchema = z.strictObject({
  text: noteTextSchema,
  mentions: z._default(
    z.array(idSchema).check(z.maxLength(MAX_MENTIONS, `Must be at most ${MAX_MENTIONS} people`)),
    [],
  ),
})
export type NoteInput = z.input<typeof noteInputSchema>

/** Somebody who may read a record now, and so can be mentioned. */
export const notePersonSchema = z.extend(personSchema, { role: z.string() })
export type NotePerson = z.infer<typeof notePersonSchema>

export const noteRecordSchema = z.object({
  kind: z.enum(NOTE_KINDS),
  project_id: projectIdSchema,
  id: z.string().check(z.minLength(1), z.maxLength(200)),
})
/** The record that notes are about: its kind, its project, and its id or wallet address. */
export type NoteRecord = z.infer<typeof noteRecordSchema>

const onRecord = { params: noteRecordSchema, roles: 'finance' } as const
const byAuthor = {
  path: '/notes/:id',
  access: 'signed-in',
  roles: 'finance',
  params: z.object({ id: idSchema }),
} as const

export const noteCalls = {
  listNotes: {
    ...read,
    ...onRecord,
    path: '/notes/:kind/:project_id/:id',
    summary: 'The notes on a record, newest first',
    query: z.object(pagingParams),
    response: notePageSchema,
  },

  createNote: {
    ...onRecord,
    method: 'POST',
    access: 'signed-in',
    path: '/notes/:kind/:project_id/:id',
    summary: 'Add a note to a record; people whom it mentions get a notice if they want one',
    body: noteInputSchema,
    response: noteSchema,
    status: 201,
    idempotent: true,
  },

  listNotePeople: {
    ...read,
    ...onRecord,
    path: '/notes/:kind/:project_id/:id/people',
    summary: 'Who may read a record now, at most 20, by address',
    query: z.object({
      /** The beginning of the address, or a part of what is before its @, in any case. */
      q: z.optional(z.string().check(z.maxLength(200, 'Must be at most 200 characters'))),
    }),
    response: z.array(notePersonSchema),
  },

  updateNote: {
    ...byAuthor,
    method: 'PATCH',
    summary: `Change a note; its author only, for ${NOTE_EDIT_MINUTES} minutes`,
    body: noteInputSchema,
    response: noteSchema,
    status: 200,
  },

  deleteNote: {
    ...byAuthor,
    method: 'DELETE',
    summary: `Delete a note; its author only, for ${NOTE_EDIT_MINUTES} minutes`,
    response: null,
    status: 204,
  },
} satisfies Calls
