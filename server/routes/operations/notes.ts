import { requireProject } from '#server/auth/access.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import {
  deleteMentionAlerts,
  updateMentionAlerts,
  writeMentionAlerts,
} from '#server/db/messages/alert-writing.ts'
import { parseId } from '#server/db/records/ids.ts'
import {
  deleteNote,
  findNotedRecord,
  insertNote,
  listNotes,
  listReaders,
  lockNote,
  readNotes,
  totalOfNotes,
  updateNote,
  type NotedRecord,
  type NoteRow,
} from '#server/db/records/notes.ts'
import { forbidden, invalidInput, notFound } from '#server/http/errors.ts'
import { idempotent } from '#server/routes/idempotency.ts'
import { editableUntil, presentNote } from '#server/routes/present-note.ts'
import { route, type Api } from '#server/routes/route.ts'
import type { NoteRecord } from '#src/wire/notes.ts'

const MAX_PEOPLE = 20

// A page shows what its reader has just changed, so it is read from the primary.
export function noteRoutes(api: Api): void {
  route(api, 'listNotes', async ({ params, query, actor, db }) => {
    const { page, limit } = query
    const on = await requireRecord(db, actor, params)
    const rows = await listNotes(db, on, { page, limit })
    return { results: rows.map(presentNote), page, limit, total: await totalOfNotes(db, on) }
  })

  route(api, 'createNote', async (context) => {
    const { params, body, actor, db, now } = context
    const on = await requireRecord(db, actor, params)
    return idempotent(context, async (tx) => {
      const mentions = await requireReaders(tx, on.projectId, body.mentions)
      const content = { text: body.text, mentions }
      const id = await insertNote(tx, on, content, { authorId: actor.id, now })
      const { projectId } = on
      await writeMentionAlerts(tx, { id, projectId, authorId: actor.id, mentions, now })
      return presentNote(await readNote(tx, id))
    })
  })

  route(api, 'listNotePeople', async ({ params, query, actor, db }) => {
    const { projectId } = await requireRecord(db, actor, params)
    const people = await listReaders(db, projectId, { q: query.q ?? '', limit: MAX_PEOPLE })
    return people.map(({ id, email, role }) => ({ id: String(id), email, role }))
  })

  route(api, 'updateNote', async ({ params, body, actor, db, now }) =>
    inTransaction(db, async (tx) => {
      const note = await requireOwn(tx, actor, params.id, now)
      const mentions = await requireReaders(tx, note.project_id, body.mentions, note)
      await updateNote(tx, note.id, { text: body.text, mentions }, now)
      await updateMentionAlerts(tx, note.id)
      await writeMentionAlerts(tx, {
        id: note.id,
        projectId: note.project_id,
        authorId: actor.id,
        mentions: withoutFormer(mentions, note),
        now,
      })
      return presentNote(await readNote(tx, note.id))
    }),
  )

  route(api, 'deleteNote', async ({ params, actor, db, now }) =>
    inTransaction(db, async (tx) => {
      const note = await requireOwn(tx, actor, params.id, now, { isDeleted: true })
      // Sent again after a lost response.
      if (note.deleted_at !== null) return
      await deleteNote(tx, note.id, now)
      await deleteMentionAlerts(tx, note.id)
    }),
  )
}

/**
 * A foreign record is looked up too, so it takes as long as an absent one.
 * @throws HttpError 404 for an absent record or project and for a foreign project, alike
 */
async function requireRecord(db: Db, actor: Actor, params: NoteRecord): Promise<NotedRecord> {
  const { kind, project_id: projectId, id } = params
  const record = await findNotedRecord(db, { kind, projectId, id })
  await requireProject(db, actor, projectId)
  if (record === undefined) throw notFound()
  return record
}

/**
 * The ids of the people whom a note mentions, each once.
 * @param before the note until now: whom it mentions stays, also without access to the record
 * @throws HttpError 400 for anybody else who may not read the record
 */
async function requireReaders(
  tx: Tx,
  projectId: string,
  mentions: readonly string[],
  before?: NoteRow,
): Promise<number[]> {
  const ids = [...new Set(mentions.map(parseId))]
  const among = ids.filter((id) => id !== null)
  const readers =
    among.length === 0 ? [] : await listReaders(tx, projectId, { among, limit: among.length })
  const allowed = new Set([...readers, ...(before?.mentions ?? [])].map(({ id }) => id))
  if (!ids.every((id) => id !== null && allowed.has(id)))
    throw invalidInput('body.mentions', 'Must be people who may read this record')
  return among
}

/**
 * The note, locked, of its author who may still change it.
 * @param isDeleted whether it may be deleted already
 * @throws HttpError 404 for an absent note and one of a foreign project, 403 for another person's and
 * when its time is over
 */
async function requireOwn(
  tx: Tx,
  actor: Actor,
  id: string,
  now: Date,
  { isDeleted = false } = {},
): Promise<NoteRow> {
  const number = parseId(id)
  const note = number === null ? undefined : await lockNote(tx, number)
  // No project has this name.
  await requireProject(tx, actor, note?.project_id ?? '')
  if (note === undefined) throw notFound()
  if (note.deleted_at !== null && !(isDeleted && note.author_id === actor.id)) throw notFound()
  if (note.author_id !== actor.id || now >= editableUntil(note)) throw forbidden()
  return note
}

/** The people whom the note did not mention before. */
function withoutFormer(mentions: readonly number[], { mentions: former }: NoteRow): number[] {
  const known = new Set(former.map(({ id }) => id))
  return mentions.filter((id) => !known.has(id))
}

async function readNote(tx: Tx, id: number): Promise<NoteRow> {
  const [row] = await readNotes(tx, [id])
  if (row === undefined) throw new Error(`No note ${id}`)
  return row
}
