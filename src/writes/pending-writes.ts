import { useEffect } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { IdbStore } from '#src/state/idb-store.ts'
import { currentUser, onLeave, useUser } from '#src/state/session.ts'
import {
  DATABASES,
  readStored,
  STORAGE_KEYS,
  STORAGE_PREFIX,
  writeStored,
} from '#src/state/storage.ts'

/**
 * A write that moves value, from before it is sent until its outcome is known. Devices store it in
 * this shape: a renamed or newly required field would lose the writes that are pending during an update.
 */
export interface PendingWrite<Body> {
  /** Its Idempotency-Key: made once, sent with every try. */
  key: string
  /** When it was first sent, epoch ms. */
  sentAt: number
  /** All that is needed to send it again and to show it. */
  what: Body
}

/** The server keeps a key for 24 hours; from an hour before that the key is not used. */
const KEY_LIFE_MS = 23 * 3_600_000

/** Longer than for other stores: the images of a banner are many megabytes. */
const STORE_LIMIT_MS = 4000

const storedSchema = z.object({ key: z.string(), sentAt: z.number(), what: z.unknown() })
type Stored = z.infer<typeof storedSchema>

// Logout empties it. A session that expires does not: the user still has to learn the outcome.
const store = new IdbStore<unknown>(DATABASES.pendingWrites, STORE_LIMIT_MS, syncWithDisk)
/** What the store holds for the user, by its key in the store. */
const memory = proxy<{ byId: Record<string, Stored> }>({ byId: {} })
onLeave(() => {
  memory.byId = {}
})

const prefixOf = (userId: string | undefined) => `${STORAGE_PREFIX}${userId ?? ''}-`

/** More than one tab ever has pending at once. */
const MAX_KEYS_OF_TAB = 20

/** Keys that this tab has sent, also before a reload. A duplicated tab starts with a copy of them. */
function keysOfTab(): string[] {
  const { success, data } = z
    .array(z.string())
    .safeParse(readStored(STORAGE_KEYS.writesOfTab, 'session'))
  return success ? data : []
}

/** Whether this tab has sent the write with this key, as far as its session storage can be read. */
export function isSentHere(key: string): boolean {
  return keysOfTab().includes(key)
}

/** Keys with a known outcome: a disk that did not respond at the time may still hold them. */
const resolvedKeys = new Set<string>()

function isPending(value: unknown): value is Stored {
  const { success, data } = storedSchema.safeParse(value)
  return success && Date.now() - data.sentAt < KEY_LIFE_MS && !resolvedKeys.has(data.key)
}

// One after the other, so that a read does not overwrite a write that began meanwhile.
let last: Promise<unknown> = Promise.resolve()
function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}

/**
 * Runs when a disk responds that did not respond in time. It may hold an earlier write without an
 * outcome, and it must hold the present ones: neither may be lost in a reload.
 */
function syncWithDisk(): void {
  void enqueue(async () => {
    for (const [id, write] of Object.entries(memory.byId)) {
      await store.change(id, (onDisk) =>
        memory.byId[id] === write && !isPending(onDisk) ? write : undefined,
      )
    }
  })
  void readPendingWrites()
}

/** Reads the user's pending writes. Removes those of other users and those that cannot be used. */
export function readPendingWrites(): Promise<void> {
  return enqueue(async () => {
    const own = prefixOf(currentUser()?.id)
    const found = await store.getChosen((keys) => keys)
    if (own !== prefixOf(currentUser()?.id)) return
    const pending = [...found].filter(
      (entry): entry is [string, Stored] => entry[0].startsWith(own) && isPending(entry[1]),
    )
    memory.byId = Object.fromEntries(pending.map(([id, write]) => [id, ref(write)]))
    const unusable = [...found.keys()].filter((id) => !Object.hasOwn(memory.byId, id))
    if (unusable.length > 0) await store.remove(unusable)
  })
}

/** Whether any of the user's writes has no outcome yet, as far as this tab knows. */
export function hasPendingWrites(): boolean {
  return Object.keys(memory.byId).length > 0
}

/** The pending writes of one kind, by target ("AURA 0x…"): at most one per target. */
export interface PendingWrites<Body> {
  /** Re-renders when it changes; reads the device when the component mounts. */
  use(target: string): PendingWrite<Body> | undefined
  useAll(): PendingWrite<Body>[]
  /**
   * Saves a write on the device, before it is sent. Returns the one that is pending: this write, or
   * an earlier one with the same target and without an outcome, also of another tab.
   */
  save(target: string, write: PendingWrite<Body>): Promise<PendingWrite<Body>>
  /** The outcome of the write with this key is known. Works after the session has ended, too. */
  resolve(key: string): Promise<void>
  read(target: string): PendingWrite<Body> | undefined
}

/** @param schema what may be read from the device; anything else counts as absent */
export function pendingWritesOf<Body>(
  kind: string,
  schema: z.ZodMiniType<Body>,
): PendingWrites<Body> {
  const idOf = (userId: string | undefined, target: string) =>
    `${prefixOf(userId)}${kind}-${target}`
  const parse = (stored: unknown): PendingWrite<Body> | undefined => {
    if (!isPending(stored)) return undefined
    const { success, data } = z.safeParse(schema, stored.what)
    return success ? { key: stored.key, sentAt: stored.sentAt, what: data } : undefined
  }
  const idsByKey = new Map<string, string>()
  const useMemory = () => {
    const userId = useUser()?.id
    useEffect(() => void readPendingWrites(), [userId])
    return { userId, byId: useSnapshot(memory).byId }
  }
  return {
    use(target) {
      const { userId, byId } = useMemory()
      return parse(byId[idOf(userId, target)])
    },
    useAll() {
      const { userId, byId } = useMemory()
      return Object.entries(byId)
        .filter(([id]) => id.startsWith(idOf(userId, '')))
        .map(([, stored]) => parse(stored))
        .filter((write) => write !== undefined)
    },
    save(target, given) {
      // What comes out of a draft may be a proxy, which no device stores.
      const { success, data } = z.safeParse(schema, given.what)
      const write = success ? { ...given, what: data } : given
      const userId = currentUser()?.id
      const id = idOf(userId, target)
      return enqueue(async () => {
        let earlier = parse(memory.byId[id])
        await store.change(id, (onDisk) => {
          earlier = parse(onDisk) ?? earlier
          // After a logout nothing is written.
          return earlier !== undefined || currentUser()?.id !== userId ? undefined : write
        })
        const pending = earlier ?? write
        if (pending === write && !isSentHere(pending.key)) {
          const keys = [...keysOfTab(), pending.key].slice(-MAX_KEYS_OF_TAB)
          writeStored(STORAGE_KEYS.writesOfTab, keys, 'session')
        }
        idsByKey.set(pending.key, id)
        // A refused write that is sent again with its key is pending again.
        resolvedKeys.delete(pending.key)
        // Not a proxy: a pending write never changes, and it may hold files.
        if (currentUser()?.id === userId) memory.byId[id] = ref(pending)
        return pending
      })
    },
    resolve(key) {
      const id = idsByKey.get(key)
      if (id === undefined) return Promise.resolve()
      idsByKey.delete(key)
      resolvedKeys.add(key)
      // A disk that responded late may have brought an earlier write, which is still pending.
      if (Object.hasOwn(memory.byId, id) && memory.byId[id]?.key !== key) return Promise.resolve()
      delete memory.byId[id]
      return enqueue(() => store.remove([id]))
    },
    read(target) {
      return parse(memory.byId[idOf(currentUser()?.id, target)])
    },
  }
}
