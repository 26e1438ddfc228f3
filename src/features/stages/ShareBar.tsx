import { styled } from '#src/ui/theme.ts'

const Track = styled('span')<{ $height: number }>`
  position: relative;
  display: block;
  width: 100%;
  height: ${(p) => p.$height}px;
  border-radius: var(--r-bar);
  background: var(--surface-3);
  & > .part {
    display: block;
    height: 100%;
    border-radius: var(--r-bar);
    forced-color-adjust: none;
  }
  & > .tick {
    position: absolute;
    top: -3px;
    bottom: -3px;
    width: 2px;
    margin-left: -1px;
    border-radius: 1px;
    background: var(--text-1);
    box-shadow: 0 0 0 1px var(--surface-1);
    forced-color-adjust: none;
  }
`
const MIN_PX = 4

/** A part of a whole. Its shape stays in privacy mode, as that of all bars. */
export function ShareBar(props: {
  /** Per cent, from 0 to 100. */
  share: number
  colour: string
  /** For assistive technology; without it the figure beside the bar says it. */
  label?: string
  isThin?: boolean
  /** Where a mark stands, in per cent; beyond 100 there is none. */
  tick?: number | null
}) {
  const { share, tick = null } = props
  return (
    <Track
      $height={props.isThin ? 6 : 8}
      {...(props.label === undefined ? {} : { role: 'img', 'aria-label': props.label })}
    >
      {share > 0 && (
        <i
          className="part paint"
          style={{ width: `${share}%`, minWidth: MIN_PX, background: props.colour }}
        />
      )}
      {tick !== null && tick <= 100 && (
        <i className="tick paint" style={{ left: `${tick}%` }} title="Soft cap" />
      )}
    </Track>
  )
}
