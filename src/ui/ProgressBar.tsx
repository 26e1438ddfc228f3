import { styled } from './theme.ts'

const Track = styled('div')`
  position: relative;
  height: 2px;
  width: 100%;
  overflow: hidden;
  border-radius: 1px;
  background: var(--line-strong);
`
const Fill = styled('i')`
  display: block;
  height: 100%;
  width: 100%;
  background: var(--ink);
  transform-origin: left;
  transition: transform var(--d-3) var(--ease-out);
  @media (forced-colors: active) {
    background: Highlight;
  }
`

/** Progress from 0 to 1; null when it is unknown. */
export function ProgressBar(props: { label: string; value: number | null }) {
  const { value } = props
  const part = value === null ? 0 : Math.max(0, Math.min(1, value))
  return (
    <Track
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { 'aria-valuenow': Math.round(part * 100) })}
    >
      <Fill style={{ transform: `scaleX(${value === null ? 0.3 : part})` }} />
    </Track>
  )
}
