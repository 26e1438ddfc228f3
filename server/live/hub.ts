import type { Change as ChangedRecords } from '#server/db/engine/changes.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import { CHANGE_EVENT, type Change, type LiveKind } from '#src/wire/live.ts'

/** Who receives the events of which projects. */
export interface Subscriber {
  projects: readonly string[]
  role: string
  send(event: Buffer): void
}

export interface Hub {
  add(subscriber: Subscriber): void
  remove(subscriber: Subscriber): void
  publish(changes: readonly Pick<ChangedRecords, 'projectId' | 'kind' | 'at'>[]): void
  /** Forgets what has not been sent. */
  clear(): void
}

/** The rest is purchases and money. */
const KINDS_OF_ALL: ReadonlySet<string> = new Set(['leads'] satisfies LiveKind[])

interface Window {
  kinds: Set<string>
  /** In milliseconds. */
  at: number
  timer: NodeJS.Timeout
}

/**
 * Sends each project's changes to its subscribers: the first at once, then at most one event per
 * `mergeMs`, with the kinds of all changes since the last one.
 */
export function createHub(mergeMs: number): Hub {
  const subscribers = new Map<string, Set<Subscriber>>()
  const windows = new Map<string, Window>()

  const send = (projectId: string, kinds: ReadonlySet<string>, at: number) => {
    // The same bytes for all subscribers with the same rights.
    const events = new Map<boolean, Buffer | null>()
    for (const subscriber of subscribers.get(projectId) ?? []) {
      const isFinance = canSeeFinance(subscriber.role)
      if (!events.has(isFinance)) {
        const readable = [...kinds].filter((kind) => isFinance || KINDS_OF_ALL.has(kind))
        events.set(isFinance, encode(projectId, readable, at))
      }
      const event = events.get(isFinance)
      if (event) subscriber.send(event)
    }
  }

  const openWindow = (projectId: string) => {
    const close = () => {
      windows.delete(projectId)
      if (window.kinds.size === 0) return
      openWindow(projectId)
      send(projectId, window.kinds, window.at)
    }
    const window: Window = { kinds: new Set(), at: 0, timer: setTimeout(close, mergeMs) }
    windows.set(projectId, window)
  }

  return {
    add(subscriber) {
      for (const projectId of subscriber.projects) {
        const all = subscribers.get(projectId)
        if (all) all.add(subscriber)
        else subscribers.set(projectId, new Set([subscriber]))
      }
    },
    remove(subscriber) {
      for (const projectId of subscriber.projects) {
        const all = subscribers.get(projectId)
        all?.delete(subscriber)
        if (all?.size === 0) subscribers.delete(projectId)
      }
    },
    publish(changes) {
      const first = new Map<string, { kinds: Set<string>; at: number }>()
      for (const { projectId, kind, at } of changes) {
        if (!subscribers.has(projectId)) continue
        const into = windows.get(projectId) ??
          first.get(projectId) ?? { kinds: new Set<string>(), at: 0 }
        into.kinds.add(kind)
        into.at = Math.max(into.at, at.getTime())
        if (!windows.has(projectId)) first.set(projectId, into)
      }
      for (const [projectId, { kinds, at }] of first) {
        openWindow(projectId)
        send(projectId, kinds, at)
      }
    },
    clear() {
      for (const { timer } of windows.values()) clearTimeout(timer)
      windows.clear()
    },
  }
}

function encode(projectId: string, kinds: string[], at: number): Buffer | null {
  if (kinds.length === 0) return null
  const data: Change = { project_id: projectId, kinds, at: new Date(at).toISOString() }
  return Buffer.from(`event: ${CHANGE_EVENT}\ndata: ${JSON.stringify(data)}\n\n`)
}
