import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { NoteKind } from '#src/wire/notes.ts'
import { parseId } from './ids.ts'
import { pageWindow, type PageRequest } from './list-page.ts'

/** The record that notes are about: the address of a wallet in lower case, else its number. */
export interface NotedRecord {
  kind: NoteKind
  projectId: string
  record: string
  /** In whose timeline its notes stand. */
  walletAddress: string | null
}

/** A person as notes name them. */
interface PersonRow {
  id: number
  email: string
}

export interface NoteRow {
  id: number
  project_id: string
  kind: NoteKind
  record: string
  text: string
  author_id: number
  /** The author's address as it is now. */
  author: string
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  /** By address. */
  mentions: PersonRow[]
}

const COLUMNS = sql<NoteRow>`
  n.id, n.project_id, n.kind, n.record, n.text, n.author_id, u.email as author, n.created_at,
  n.edited_at, n.deleted_at,
  coalesce((
    select json_agg(json_build_object('id', m.id, 'email', m.email) order by m.email)
    from note_mentions as nm join users as m on m.id = nm.user_id where nm.note_id = n.id
  ), '[]') as mentions`

/**
 * Looks a record up, whatever the project: an absent one takes as long as a foreign one.
 * @param id as on the wire
 * @returns undefined if the project has no such record
 */
export async function findNotedRecord(
  db: Db,
  { kind, projectId, id }: { kind: NoteKind; projectId: string; id: string },
): Promise<NotedRecord | undefined> {
  const found = (record: string, walletAddress: string | null) => ({
    kind,
    projectId,
    record,
    walletAddress,
  })
  if (kind === 'wallet') {
    const address = id.toLowerCase()
    const { rows } = await sql`
      select from wallets where project_id = ${projectId} and wallet_address = ${address}`.execute(
      db,
    )
    return rows.length === 0 ? undefined : found(address, address)
  }
  const number = parseId(id)
  if (number === null) return undefined
  const table = TABLES[kind]
  const { rows } = await sql<{ wallet_address: string | null }>`
    select ${kind === 'transaction' ? sql.ref('wallet_address') : sql`null`} as wallet_address
    from ${sql.table(table)} where id = ${number} and project_id = ${projectId}`.execute(db)
  const [row] = rows
  return row && found(String(number), row.wallet_address)
}

const TABLES = {
  transaction: 'transactions',
  bonus_code: 'bonus_codes',
  payment: 'chain_payments',
} as const

const ofRecord = ({ kind, projectId, record }: NotedRecord) =>
  sql`n.project_id = ${projectId} and n.kind = ${kind} and n.record = ${record}`

/** One page of the notes on a record, newest first, deleted ones included. */
export async function listNotes(db: Db, on: NotedRecord, page: PageRequest): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select ${COLUMNS} from (
      select * from notes as n where ${ofRecord(on)}
      order by n.created_at desc, n.id desc ${pageWindow(page)}
    ) as n join users as u on u.id = n.author_id
    order by n.created_at desc, n.id desc`.execute(db)
  return rows
}

/** How many notes `listNotes` has in all. */
export async function totalOfNotes(db: Db, on: NotedRecord): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from notes as n where ${ofRecord(on)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** These notes, in no order. */
export async function readNotes(db: Db, ids: readonly number[]): Promise<NoteRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NoteRow>`
    select ${COLUMNS} from notes as n join users as u on u.id = n.author_id
    where n.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** Locks a note until the transaction ends. */
export async function lockNote(tx: Tx, id: number): Promise<NoteRow | undefined> {
  await sql`select from notes where id = ${id} for update`.execute(tx)
  const [row] = await readNotes(tx, [id])
  return row
}

export interface NoteContent {
  text: string
  /** Ids of users. */
  mentions: readonly number[]
}

/** @returns the id of the new note */
export async function insertNote(
  tx: Tx,
  { kind, projectId, record, walletAddress }: NotedRecord,
  { text, mentions }: NoteContent,
  { authorId, now }: { authorId: number; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('notes')
    .values({
      project_id: projectId,
      kind,
      record,
      wallet_address: walletAddress,
      text,
      author_id: authorId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMentions(tx, id, mentions)
  return id
}

/** Replaces the text and the mentions of a note. */
export async function updateNote(
  tx: Tx,
  id: number,
  { text, mentions }: NoteContent,
  now: Date,
): Promise<void> {
  await tx.updateTable('notes').set({ text, edited_at: now }).where('id', '=', id).execute()
  await tx.deleteFrom('note_mentions').where('note_id', '=', id).execute()
  await insertMentions(tx, id, mentions)
}

/** Marks a note as deleted; its row stays. */
export async function deleteNote(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('notes').set({ deleted_at: now }).where('id', '=', id).execute()
}

async function insertMentions(tx: Tx, id: number, mentions: readonly number[]): Promise<void> {
  if (mentions.length === 0) return
  await tx
    .insertInto('note_mentions')
    .values(mentions.map((userId) => ({ note_id: id, user_id: userId })))
    .execute()
}

/** Somebody who may read the records of a project now. */
export type ReaderRow = PersonRow & { role: string }

/**
 * Who may read the finance records of a project now, by address: admins, and finance roles with access
 * to it; nobody whose account is disabled or who has not accepted the invitation.
 * @param among returns only these users; undefined for all
 * @param q the beginning of the address, or a part of what is before its @, in any case
 */
export async function listReaders(
  db: Db,
  projectId: string,
  { among, q = '', limit }: { among?: readonly number[]; q?: string; limit: number },
): Promise<ReaderRow[]> {
  const begins = sql`lower(u.email) ^@ lower(${q})`
  const { rows } = await sql<ReaderRow>`
    select u.id, u.email, u.role from users as u
    where u.disabled_at is null and u.invited_at is null
      and (u.role = 'admin' or u.role in ('user', 'client') and exists (
        select from memberships as m where m.user_id = u.id and m.project_id = ${projectId}))
      and (${begins} or strpos(lower(split_part(u.email, '@', 1)), lower(${q})) > 0)
      ${among === undefined ? sql`` : sql`and u.id = any(${[...among]}::bigint[])`}
    order by ${begins} desc, lower(u.email) limit ${limit}`.execute(db)
  return rows
}
