import { styled } from './theme.ts'

const Dot = styled('i')<{ $size: number }>`
  display: inline-block;
  flex: none;
  width: ${(p) => p.$size}px;
  height: ${(p) => p.$size}px;
  border-radius: ${(p) => (p.$size > 8 ? 3 : 2)}px;
  forced-color-adjust: none;
`

/** The square in a project's colour, the same everywhere. */
export function ProjectDot(props: { colour: string; size?: 8 | 10 | undefined }) {
  return <Dot aria-hidden $size={props.size ?? 8} style={{ background: props.colour }} />
}
