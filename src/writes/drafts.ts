import { proxy, subscribe, useSnapshot } from 'valtio'
import { currentUser, session, useUser } from '#src/state/session.ts'
import { setUnsaved } from './unsaved-changes.ts'

/**
 * Input that is not saved yet, by user and id, in this tab's memory only. A draft outlives its
 * screen, so that an expired session or the Back button loses nothing, and counts as unsaved input
 * while it exists. Another user of the same tab never sees it.
 */
export interface Drafts<Draft extends object> {
  /** The draft with this id, empty if there is none; re-renders when it changes. */
  use(id: string): Partial<Draft>
  /** The same, for code outside React. */
  read(id: string): Partial<Draft>
  /** Whether the user has any draft; re-renders when that changes. */
  useAny(): boolean
  /** The ids of the user's drafts, for code outside React. */
  ids(): string[]
  change(id: string, edits: Partial<Draft>): void
  drop(id: string): void
  dropAll(): void
}

let stores = 0

const keyOf = (userId: string | undefined, id: string) => `${userId ?? ''}/${id}`

/** A store of drafts of one kind. Create it once, beside its form. */
export function draftsOf<Draft extends object>(): Drafts<Draft> {
  const NONE: Partial<Draft> = {}
  const store = proxy<{ byKey: Record<string, Partial<Draft>> }>({ byKey: {} })
  // Logout discards all drafts; an expired session does not. When another user signs in, the drafts
  // of the previous one go.
  subscribe(session, () => {
    const { current } = session
    if (current.is === 'out' && current.chosen === true) store.byKey = {}
    if (current.is !== 'in') return
    const prefix = keyOf(current.user.id, '')
    for (const key of Object.keys(store.byKey)) {
      if (!key.startsWith(prefix)) delete store.byKey[key]
    }
  })
  // A draft without its screen counts too: a reload would lose it.
  const holder = `drafts ${(stores += 1)}`
  subscribe(store, () => setUnsaved(holder, Object.keys(store.byKey).length > 0))

  return {
    use(id) {
      const key = keyOf(useUser()?.id, id)
      // Synchronous: otherwise a field shows its old text first, and loses its caret and its undo.
      const { byKey } = useSnapshot(store, { sync: true })
      // A snapshot is the same data, frozen.
      return (byKey[key] as Partial<Draft> | undefined) ?? NONE
    },
    read(id) {
      return store.byKey[keyOf(currentUser()?.id, id)] ?? NONE
    },
    useAny() {
      const prefix = keyOf(useUser()?.id, '')
      return Object.keys(useSnapshot(store, { sync: true }).byKey).some((key) =>
        key.startsWith(prefix),
      )
    },
    ids() {
      const prefix = keyOf(currentUser()?.id, '')
      const own = Object.keys(store.byKey).filter((key) => key.startsWith(prefix))
      return own.map((key) => key.slice(prefix.length))
    },
    change(id, edits) {
      const key = keyOf(currentUser()?.id, id)
      store.byKey[key] = { ...store.byKey[key], ...edits }
    },
    drop(id) {
      delete store.byKey[keyOf(currentUser()?.id, id)]
    },
    dropAll() {
      for (const id of this.ids()) this.drop(id)
    },
  }
}
