import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { watchChanges } from '#src/api/watch-changes.ts'
import { advanceFigures, figuresAgeMs } from '#src/figures/advance-figures.ts'
import { filters } from '#src/state/filters.ts'
import { live, setLive } from '#src/state/live.ts'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Change } from '#src/wire/live.ts'

// Its place stays, so that the word beside it does not move.
const Dot = styled('i')<{ $colour: string | null }>`
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: ${(p) => (p.$colour === null ? 'none' : `var(--${p.$colour})`)};
`
const COLOURS = { none: 'line-control', open: 'positive', lost: 'warning' }

const KINDS = ['transactions', 'wallets']

/** Advances the figures of the page while purchases and registrations of these projects arrive. */
function HomeLive({ projects }: { projects: readonly string[] }) {
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

/** The switch "Live", which keeps the figures of these projects current while it is on. */
export function LiveSwitch({ projects }: { projects: readonly string[] }) {
  const { isOn, stream } = useSnapshot(live)
  return (
    <>
      <Dot $colour={isOn ? COLOURS[stream] : null} />
      <span aria-hidden>Live</span>
      <Switch label="Live" layout="bare" checked={isOn} onChange={setLive} />
      {isOn && <HomeLive projects={projects} />}
    </>
  )
}
