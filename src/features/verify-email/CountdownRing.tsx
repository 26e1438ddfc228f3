import { SERVER_COOLDOWN_S } from './resend-countdown.ts'

const RADIUS = 6
const LENGTH = 2 * Math.PI * RADIUS

/** A ring that empties as the seconds go. */
export function CountdownRing(props: { seconds: number }) {
  const left = Math.min(1, props.seconds / SERVER_COOLDOWN_S)
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" fill="none" aria-hidden>
      <circle cx="8" cy="8" r={RADIUS} stroke="var(--line-strong)" strokeWidth="2" />
      <circle
        cx="8"
        cy="8"
        r={RADIUS}
        stroke="var(--text-2)"
        strokeWidth="2"
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - left)}
        transform="rotate(-90 8 8)"
      />
    </svg>
  )
}
