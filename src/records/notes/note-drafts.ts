import { proxy, ref, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import type { MentionedPerson } from '#src/domain/text/mentions.ts'
import { currentUser, session, useUser } from '#src/state/session.ts'
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'
import { newIdempotencyKey } from '#src/writes/idempotent-write.ts'

const draftSchema = z.object({
  text: z.string(),
  mentions: z.array(z.object({ id: z.string(), email: z.string(), name: z.string() })),
  key: z.string(),
})

/** A note that is being written: one per record and device, in all its tabs. */
export interface NoteDraft {
  text: string
  /** Who was chosen, also those whose names were deleted since. */
  mentions: readonly MentionedPerson[]
  /** The Idempotency-Key with which it will be sent, from any tab and after a reload. */
  key: string
}

const storedSchema = z.object({ userId: z.string(), drafts: z.record(z.string(), draftSchema) })

/** Drafts that nobody has come back to make place. */
const MAX_DRAFTS = 50

type ByTarget = Record<string, NoteDraft>

function readDevice(): ByTarget {
  const { success, data } = z.safeParse(storedSchema, readStored(STORAGE_KEYS.noteDrafts))
  // After a change of users they belong to somebody else.
  return success && data.userId === currentUser()?.id ? data.drafts : {}
}

const memory = proxy<{ byTarget: ByTarget }>({ byTarget: {} })
// False where the device has no place or stores nothing: then the drafts are those of this tab.
let isOnDevice = true

const load = () => {
  memory.byTarget = ref(readDevice())
}

let userId = currentUser()?.id
load()
subscribe(session, () => {
  if (currentUser()?.id === userId) return
  userId = currentUser()?.id
  load()
})
// Another tab has changed them.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === STORAGE_KEYS.noteDrafts || key === null) load()
})

/** As they are now: another tab may just have changed them. */
const present = () => (isOnDevice ? readDevice() : memory.byTarget)

function put(byTarget: ByTarget): void {
  const user = currentUser()
  if (user === null) return
  const drafts = Object.fromEntries(Object.entries(byTarget).slice(-MAX_DRAFTS))
  memory.byTarget = ref(drafts)
  if (Object.keys(drafts).length === 0) removeStored(STORAGE_KEYS.noteDrafts)
  else writeStored(STORAGE_KEYS.noteDrafts, { userId: user.id, drafts })
  isOnDevice = JSON.stringify(readDevice()) === JSON.stringify(drafts)
}

/** The draft of a record; re-renders when it changes, also in another tab. */
export function useNoteDraft(target: string): NoteDraft | undefined {
  const user = useUser()
  // Synchronous: otherwise the field loses its caret.
  const { byTarget } = useSnapshot(memory, { sync: true })
  return user === null ? undefined : byTarget[target]
}

/** Changes a draft; an empty text ends it. Each draft has one key from its first character on. */
export function changeNoteDraft(target: string, change: Omit<NoteDraft, 'key'>): void {
  const { [target]: own, ...others } = present()
  if (change.text === '') return put(others)
  put({ ...others, [target]: { ...change, key: own?.key ?? newIdempotencyKey() } })
}

/** Ends the draft that was sent with this key; a later one stays. */
export function endNoteDraft(target: string, key: string): void {
  const { [target]: own, ...others } = present()
  if (own?.key === key) put(others)
}
