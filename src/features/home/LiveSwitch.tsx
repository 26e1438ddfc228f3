import { useSnapshot } from 'valtio'
import { live, setLive } from '#src/state/live.ts'
import { Switch } from '#src/ui/Switch.tsx'
import { styled } from '#src/ui/theme.ts'
import { HomeLive } from './HomeLive.tsx'

// Its place stays, so that the word beside it does not move.
const Dot = styled('i')<{ $colour: string | null }>`
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: ${(p) => (p.$colour === null ? 'none' : `var(--${p.$colour})`)};
`
const COLOURS = { none: 'line-control', open: 'positive', lost: 'warning' }

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
