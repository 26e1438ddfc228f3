import { listProjectIds } from '#server/db/accounts/memberships.ts'
import { findListeners, type ListenerRow } from '#server/db/accounts/sessions.ts'
import { deleteOldChanges } from '#server/db/engine/changes.ts'
import type { Clock, Live } from '#server/dependencies.ts'
import { startLoop } from '#server/outbound/background-loop.ts'
import { ACCESS_EVENT, type Access } from '#src/wire/live.ts'
import { startChangeSource, type ChangeSource, type SourceParts } from './change-source.ts'
import { COMMENT, openEventStream, type EventStream } from './event-stream.ts'
import { createHub, type Subscriber } from './hub.ts'

interface Open {
  subscriber: Subscriber
  stream: EventStream
  sessionId: string
  access: ListenerRow
  expiresAt: number
}

export interface LiveParts extends SourceParts {
  clock: Clock
}

/** Streams of changes. Without a stream, only old changes are deleted. */
export function openLive(parts: LiveParts): Live {
  const { db, clock, limits, log } = parts
  const hub = createHub(limits.merge)
  const places = new Map<string, number>()
  const streams = new Set<Open>()
  let source: ChangeSource | null = null
  let stopping: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const free = (sessionId: string) => {
    const left = (places.get(sessionId) ?? 1) - 1
    if (left > 0) places.set(sessionId, left)
    else places.delete(sessionId)
    if (places.size > 0) return
    hub.clear()
    const last = source
    source = null
    if (last) stopping = Promise.all([stopping, last.stop()])
  }

  const endWhere = (isOver: (open: Open) => boolean) => {
    for (const open of streams) if (isOver(open)) open.stream.end()
  }

  /** The projects of these streams that are neither archived nor renamed. */
  const listActive = async (open: readonly Open[]) => {
    const ids = [...new Set(open.flatMap(({ subscriber }) => subscriber.projects))]
    return new Set(ids.length === 0 ? [] : await listProjectIds(db, null, ids))
  }

  const checkSessions = async () => {
    const checked = new Set(streams)
    if (checked.size === 0) return
    const ids = new Set([...checked].map(({ sessionId }) => sessionId))
    try {
      const rows = await findListeners(db, [...ids], clock.now())
      const now = new Map(rows.map((row) => [row.id, row]))
      const active = await listActive([...checked])
      const isAllowed = ({ access, sessionId, subscriber }: Open) =>
        isSame(access, now.get(sessionId)) && subscriber.projects.every((id) => active.has(id))
      endWhere((open) => checked.has(open) && !isAllowed(open))
    } catch (error) {
      // Their rights are not known any more. The clients connect again.
      endWhere((open) => checked.has(open))
      throw error
    }
  }

  const timers = [
    setInterval(() => {
      for (const { stream } of streams) stream.send(COMMENT)
    }, limits.comment),
    setInterval(() => {
      const now = clock.now().getTime()
      endWhere(({ expiresAt }) => expiresAt <= now)
    }, limits.expiry),
  ]
  for (const timer of timers) timer.unref()
  const loops = [
    startLoop('Live: sessions', limits.sessions, checkSessions, log),
    startLoop('Live', limits.clean, () => deleteOldChanges(db), log),
  ]

  return {
    takePlace(sessionId) {
      const taken = places.get(sessionId) ?? 0
      if (taken >= limits.streamsPerSession) return null
      places.set(sessionId, taken + 1)
      let isFree = false
      const freeOnce = () => {
        if (!isFree) free(sessionId)
        isFree = true
      }
      return {
        free: freeOnce,
        open({ access, projects, tokenExpiresAt }, response) {
          const stream = openEventStream(response, limits, () => {
            streams.delete(open)
            hub.remove(subscriber)
            freeOnce()
          })
          const subscriber: Subscriber = { projects, role: access.role, send: stream.send }
          const open: Open = {
            subscriber,
            stream,
            sessionId,
            access,
            expiresAt: tokenExpiresAt.getTime(),
          }
          if (isClosed || response.destroyed) return stream.end()
          stream.send(describeAccess(access))
          streams.add(open)
          hub.add(subscriber)
        },
      }
    },
    async ready() {
      if (isClosed) return
      source ??= startChangeSource(parts, hub.publish)
      const current = source
      try {
        await current.ready
      } catch (error) {
        // The next stream tries again.
        if (source === current) source = null
        await current.stop()
        throw error
      }
    },
    countStreams: () => streams.size,
    endStreams() {
      isClosed = true
      endWhere(() => true)
    },
    async close() {
      this.endStreams()
      for (const timer of timers) clearInterval(timer)
      hub.clear()
      await Promise.all([stopping, source?.stop(), ...loops.map((loop) => loop.stop())])
    },
  }
}

function describeAccess({ mayWrite }: ListenerRow): Buffer {
  const data: Access = { may_write: mayWrite ? 1 : 0 }
  return Buffer.from(`event: ${ACCESS_EVENT}\ndata: ${JSON.stringify(data)}\n\n`)
}

function isSame(before: ListenerRow, now: ListenerRow | undefined): boolean {
  return (
    now !== undefined &&
    now.role === before.role &&
    now.mayWrite === before.mayWrite &&
    now.mustActFirst === before.mustActFirst &&
    now.projects.join('/') === before.projects.join('/')
  )
}
