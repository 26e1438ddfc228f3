import { cutText } from '#src/domain/text/text.ts'
import { currentUser } from './session.ts'
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'

const RECENT_KINDS = ['wallet', 'transaction', 'bonus_code', 'lead', 'page'] as const

/** A record or page that was opened. Amounts are never part of it: they would stay readable on the disk. */
export interface Recent {
  kind: (typeof RECENT_KINDS)[number]
  /** Empty for a page. */
  projectId: string
  /** What the record's page is addressed by; of a page, its path. */
  id: string
  /** The address, hash, code or email address; empty while unknown. */
  title: string
  /** When it was last opened, epoch ms. */
  at: number
}

/** More than are shown: the present page is left out, and so is one that the user no longer sees. */
const MAX_RECENTS = 12
const MAX_TITLE_LENGTH = 200

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const { kind, projectId, id, title, at }: Partial<Record<keyof Recent, unknown>> = value
  return (
    RECENT_KINDS.some((one) => one === kind) &&
    typeof projectId === 'string' &&
    typeof id === 'string' &&
    typeof title === 'string' &&
    Number.isFinite(at)
  )
}

/** What this user opened on this device, the latest first. */
export function readRecents(): Recent[] {
  const user = currentUser()
  const stored = readStored(STORAGE_KEYS.recents)
  if (user === null || typeof stored !== 'object' || stored === null) return []
  const { userId, items }: { userId?: unknown; items?: unknown } = stored
  // After a change of users the list belongs to somebody else.
  return userId === user.id && Array.isArray(items) ? items.filter(isRecent) : []
}

type Opened = Omit<Recent, 'at'>

const isSame = (a: Opened, b: Opened) =>
  a.kind === b.kind && a.projectId === b.projectId && a.id === b.id

function write(userId: string, items: readonly Recent[]): void {
  writeStored(STORAGE_KEYS.recents, { userId, items })
}

/** Removes a record that no longer exists. */
export function forgetRecent(gone: Opened): void {
  const user = currentUser()
  if (user === null) return
  const before = readRecents()
  const items = before.filter((one) => !isSame(one, gone))
  if (items.length < before.length) write(user.id, items)
}

/** Puts a record or page at the front. Without a title, it keeps the one that it had. */
export function noteRecent(opened: Opened, now = Date.now()): void {
  const user = currentUser()
  if (user === null) return
  const before = readRecents()
  const own = before.find((one) => isSame(one, opened))
  const title = opened.title === '' ? (own?.title ?? '') : opened.title
  const { kind, projectId, id } = opened
  const item: Recent = { kind, projectId, id, title: cutText(title, MAX_TITLE_LENGTH), at: now }
  const items = [item, ...before.filter((one) => !isSame(one, opened))].slice(0, MAX_RECENTS)
  write(user.id, items)
}
