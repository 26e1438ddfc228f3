import { proxy, subscribe, useSnapshot } from 'valtio'
import { currentUser, session, useUser } from '#src/state/session.ts'
import { setUnsaved } from './unsaved-changes.ts'

/**
 * What was typed and not yet saved, by user and thing, in this tab's memory only: it outlives the
 * screen, so that a session that expires or a press on Back loses nothing, and counts as unsaved
 * input as long as it is there. Another user of the same tab never meets it.
 */
export interface Drafts<Draft extends object> {
  /** The draft of a thing, empty when there is none; re-renders when it changes. */
  use(id: string): Partial<Draft>
  /** The same, for code outside React. */
  read(id: string): Partial<Draft>
  /** Whether there is any draft of the user; re-renders when that changes. */
  useAny(): boolean
  /** What of the user's has a draft now, for code outside React. */
  ids(): string[]
  change(id: string, edits: Partial<Draft>): void
  /** Takes one field out of the draft: it is what is saved again. */
  forget(id: string, field: keyof Draft): void
  drop(id: string): void
  dropAll(): void
}

let stores = 0

const keyOf = (userId: string | undefined, id: string) => `${userId ?? ''}/${id}`

/** A store of drafts of one kind. Make it once, beside the form that fills it. */
export function draftsOf<Draft extends object>(): Drafts<Draft> {
  const NONE: Partial<Draft> = {}
  const store = proxy<{ byKey: Record<string, Partial<Draft>> }>({ byKey: {} })
  // Logout is a person's own decision to leave everything; an expired session is not. What one
  // person typed ends when another signs in.
  subscribe(session, () => {
    const { current } = session
    if (current.is === 'out' && current.chosen === true) store.byKey = {}
    if (current.is !== 'in') return
    const own = keyOf(current.user.id, '')
    for (const key of Object.keys(store.byKey)) {
      if (!key.startsWith(own)) delete store.byKey[key]
    }
  })
  // Also while its screen is gone: a reload would lose it.
  const holder = `drafts ${(stores += 1)}`
  subscribe(store, () => setUnsaved(holder, Object.keys(store.byKey).length > 0))

  return {
    use(id) {
      const key = keyOf(useUser()?.id, id)
      // At once, or a field would show its old text in between, and lose its caret and its undo.
      const { byKey } = useSnapshot(store, { sync: true })
      // A snapshot is the same data, only frozen.
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
    forget(id, field) {
      const key = keyOf(currentUser()?.id, id)
      const draft: Partial<Draft> = { ...store.byKey[key] }
      delete draft[field]
      if (Object.keys(draft).length === 0) delete store.byKey[key]
      else store.byKey[key] = draft
    },
    drop(id) {
      delete store.byKey[keyOf(currentUser()?.id, id)]
    },
    dropAll() {
      for (const id of this.ids()) this.drop(id)
    },
  }
}
