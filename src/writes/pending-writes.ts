import { proxy, ref, useSnapshot } from 'valtio'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { currentUser, onLeave, useUser } from '#src/state/session.ts'
import {
  DATABASES,
  readStored,
  STORAGE_KEYS,
  STORAGE_PREFIX,
  writeStored,
} from '#src/state/storage.ts'
import { IdbStore } from '#src/state/idb-store.ts'

/** A write that moves value, from before it is sent until somebody knows how it ended. */
export interface PendingWrite<What> {
  /** Its Idempotency-Key: made once, sent with every try. */
  key: string
  /** When it was first sent, epoch ms. */
  sentAt: number
  /** All that is needed to ask for it again and to show what was asked for. */
  what: What
}

/** The server keeps a key for 24 hours; an hour before that it no longer proves anything. */
const KEY_LIFE_MS = 23 * 3_600_000

/** Longer than elsewhere: images of a banner are many megabytes to write. */
const STORE_LIMIT_MS = 4000

const outline = z.object({ key: z.string(), sentAt: z.number(), what: z.unknown() })
type Kept = z.infer<typeof outline>

// Emptied by Logout; a session that expires keeps it, for the person still has to learn the outcome.
const store = new IdbStore<unknown>(DATABASES.attempts, STORE_LIMIT_MS, catchUp)
const held = proxy<{ byPlace: Record<string, Kept> }>({ byPlace: {} })
onLeave(() => {
  held.byPlace = {}
})

const prefixOf = (userId: string | undefined) => `${STORAGE_PREFIX}${userId ?? ''}-`

/** More than one tab ever has open at once. */
const MAX_WRITES_OF_TAB = 20

/** Keys that this tab has sent, also before a reload. A duplicated tab gets those of before only. */
function keysOfTab(): string[] {
  const { success, data } = z
    .array(z.string())
    .safeParse(readStored(STORAGE_KEYS.writesOfTab, 'session'))
  return success ? data : []
}

/** Whether this tab sent the attempt with this key, as far as the tab's storage can be read. */
export function isSentHere(key: string): boolean {
  return keysOfTab().includes(key)
}

/** Keys of this page whose outcome is known: a disk that was silent meanwhile may still hold them. */
const settled = new Set<string>()

function isOpen(value: unknown): value is Kept {
  const { success, data } = outline.safeParse(value)
  return success && Date.now() - data.sentAt < KEY_LIFE_MS && !settled.has(data.key)
}

// One after the other: what is read must not overwrite what was begun meanwhile.
let last: Promise<unknown> = Promise.resolve()
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}

/** Tells a disk that was silent what is open here, and learns from it what was open before. */
function catchUp(): void {
  void inTurn(async () => {
    for (const [place, one] of Object.entries(held.byPlace)) {
      await store.change(place, (now) =>
        held.byPlace[place] === one && !isOpen(now) ? one : undefined,
      )
    }
  })
  void readPendingWrites()
}

/** Reads what the device keeps for the user; what is too old, broken or somebody else's goes. */
export function readPendingWrites(): Promise<void> {
  return inTurn(async () => {
    const own = prefixOf(currentUser()?.id)
    const found = await store.getMany(await store.keys())
    if (own !== prefixOf(currentUser()?.id)) return
    const kept = [...found].filter(
      (entry): entry is [string, Kept] => entry[0].startsWith(own) && isOpen(entry[1]),
    )
    held.byPlace = Object.fromEntries(kept.map(([place, one]) => [place, ref(one)]))
    const gone = [...found.keys()].filter((place) => !Object.hasOwn(held.byPlace, place))
    if (gone.length > 0) await store.remove(gone)
  })
}

/** Whether any of the user's writes waits for its outcome, as far as this tab knows. */
export function hasPendingWrites(): boolean {
  return Object.keys(held.byPlace).length > 0
}

/** The attempts of one kind, by what they are about ("AURA 0x…"): one at a time for each. */
export interface PendingWrites<What> {
  /** Re-renders when it changes; reads the device when the component mounts. */
  use(about: string): PendingWrite<What> | undefined
  useAll(): PendingWrite<What>[]
  /**
   * Keeps an attempt on the device, before it is sent. Answers the one that holds the place: this
   * one, or an earlier one whose outcome nobody knows, also of another tab.
   */
  keep(about: string, attempt: PendingWrite<What>): Promise<PendingWrite<What>>
  /** The outcome of the attempt with this key is known; also when its session has ended meanwhile. */
  settle(key: string): Promise<void>
  read(about: string): PendingWrite<What> | undefined
}

/** @param schema what the device is believed to have kept; anything else counts as nothing */
export function pendingWritesOf<What>(
  kind: string,
  schema: z.ZodMiniType<What>,
): PendingWrites<What> {
  const placeOf = (userId: string | undefined, about: string) =>
    `${prefixOf(userId)}${kind}-${about}`
  const understood = (kept: unknown): PendingWrite<What> | undefined => {
    if (!isOpen(kept)) return undefined
    const { success, data } = z.safeParse(schema, kept.what)
    return success ? { key: kept.key, sentAt: kept.sentAt, what: data } : undefined
  }
  const places = new Map<string, string>()
  const useHeld = () => {
    const userId = useUser()?.id
    useEffect(() => void readPendingWrites(), [userId])
    return { userId, byPlace: useSnapshot(held).byPlace }
  }
  return {
    use(about) {
      const { userId, byPlace } = useHeld()
      return understood(byPlace[placeOf(userId, about)])
    },
    useAll() {
      const { userId, byPlace } = useHeld()
      return Object.entries(byPlace)
        .filter(([place]) => place.startsWith(placeOf(userId, '')))
        .map(([, kept]) => understood(kept))
        .filter((attempt) => attempt !== undefined)
    },
    keep(about, attempt) {
      const userId = currentUser()?.id
      const place = placeOf(userId, about)
      return inTurn(async () => {
        let earlier = understood(held.byPlace[place])
        await store.change(place, (now) => {
          earlier = understood(now) ?? earlier
          // After a logout nothing is written any more.
          return earlier !== undefined || currentUser()?.id !== userId ? undefined : attempt
        })
        const kept = earlier ?? attempt
        if (kept === attempt && !isSentHere(kept.key)) {
          const keys = [...keysOfTab(), kept.key].slice(-MAX_WRITES_OF_TAB)
          writeStored(STORAGE_KEYS.writesOfTab, keys, 'session')
        }
        places.set(kept.key, place)
        // One that was refused is sent again with its key, and is open again.
        settled.delete(kept.key)
        // As it is: an attempt never changes, and a file in it is no state to be watched.
        if (currentUser()?.id === userId) held.byPlace[place] = ref(kept)
        return kept
      })
    },
    settle(key) {
      const place = places.get(key)
      if (place === undefined) return Promise.resolve()
      places.delete(key)
      settled.add(key)
      // A disk that was silent at first may have told of an earlier one, which is still open.
      if (Object.hasOwn(held.byPlace, place) && held.byPlace[place]?.key !== key)
        return Promise.resolve()
      delete held.byPlace[place]
      return inTurn(() => store.remove([place]))
    },
    read(about) {
      return understood(held.byPlace[placeOf(currentUser()?.id, about)])
    },
  }
}
