import { styled } from './theme.ts'

const THIN_PX = 2
const THICK_PX = 6

const Track = styled('div')<{ $height: number }>`
  position: relative;
  height: ${(p) => p.$height}px;
  width: 100%;
  overflow: hidden;
  border-radius: ${(p) => p.$height / 2}px;
  background: ${(p) => (p.$height > THIN_PX ? 'var(--surface-3)' : 'var(--line-strong)')};
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
export function ProgressBar(props: {
  label: string
  value: number | null
  /** Stands alone, not at the edge of something. */
  isThick?: boolean
}) {
  const { value } = props
  const part = value === null ? 0 : Math.max(0, Math.min(1, value))
  return (
    <Track
      $height={props.isThick ? THICK_PX : THIN_PX}
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
