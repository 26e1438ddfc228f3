import { useEffect, useRef, useSyncExternalStore } from 'react'
import { changeUser } from '#src/api/change-user.ts'
import { useFeature } from '#src/api/features.ts'
import { openLiveStream } from '#src/api/live-stream.ts'
import { useProjects } from '#src/api/projects.ts'
import { useOnline } from '#src/session/use-online.ts'
import { announceChange, live } from '#src/state/live.ts'
import { currentUser, useSession } from '#src/state/session.ts'

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Listens to the changes of the selected projects while this tab is visible and the server can be
 * reached. Hidden tabs close their stream: browsers allow six connections to a server.
 */
export function LiveUpdates() {
  const { authorized } = useSession()
  const isOnline = useOnline()
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden)
  const has = useFeature('live')
  const { selected } = useProjects()
  const isWanted = authorized && isOnline && isVisible && has && selected.length > 0
  // The selection is a new array after each refetch of the projects.
  const key = JSON.stringify(isWanted ? selected.toSorted() : [])
  // What came before the first stream of these projects, the page has just loaded.
  const openedFor = useRef<string>(null)
  useEffect(() => {
    // Written by the line above.
    const projects = JSON.parse(key) as string[]
    if (projects.length === 0) return
    const stop = openLiveStream(projects, {
      onOpen: () => {
        live.stream = 'open'
        if (openedFor.current === key) announceChange(null)
        openedFor.current = key
      },
      onChange: announceChange,
      onAccess: ({ may_write }) => {
        if (currentUser()?.may_write !== may_write) void changeUser({ may_write })
      },
      onLost: () => {
        live.stream = 'lost'
      },
    })
    return () => {
      stop()
      live.stream = 'none'
    }
  }, [key])
  return null
}
