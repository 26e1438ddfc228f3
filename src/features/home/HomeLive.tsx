import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { subscribeKey } from 'valtio/utils'
import { watchChanges } from '#src/api/watch-changes.ts'
import { advanceFigures, figuresAgeMs } from '#src/figures/advance-figures.ts'
import { filters } from '#src/state/filters.ts'
import type { Change } from '#src/wire/live.ts'

const KINDS = ['transactions', 'wallets']

/** Advances the figures of the page while purchases and registrations of these projects arrive. */
export function HomeLive({ projects }: { projects: readonly string[] }) {
  const client = useQueryClient()
  const concerns = useEffectEvent(
    ({ project_id, kinds }: Change) =>
      projects.includes(project_id) && kinds.some((kind) => KINDS.includes(kind)),
  )
  useEffect(() => {
    const controller = new AbortController()
    const { restart, stop } = watchChanges(
      (change) => concerns(change),
      () => advanceFigures(client, controller.signal),
      figuresAgeMs(client),
    )
    // A refresh or another selection renews the figures too.
    const unsubscribe = subscribeKey(filters, 'asOf', restart)
    return () => {
      controller.abort()
      stop()
      unsubscribe()
    }
  }, [client])
  return null
}
