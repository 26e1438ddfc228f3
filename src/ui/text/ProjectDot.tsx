import { styled } from '#src/ui/theme.ts'

const Dot = styled('i')<{ $size: number; $isHatched: boolean }>`
  display: inline-block;
  flex: none;
  width: ${(p) => p.$size}px;
  height: ${(p) => p.$size}px;
  border-radius: ${(p) => (p.$size > 8 ? 3 : 2)}px;
  forced-color-adjust: none;
  &::after {
    content: ${(p) => (p.$isHatched ? "''" : 'none')};
    display: block;
    height: 100%;
    background: repeating-linear-gradient(45deg, transparent 0 2px, var(--surface-1) 2px 3.5px);
  }
`

/** A square in a project's colour, hatched where another project has the same one: each use decides it. */
export function ProjectDot(props: {
  colour: string
  size?: 8 | 10 | 12 | undefined
  isHatched: boolean | undefined
}) {
  return (
    <Dot
      aria-hidden
      className="paint"
      $size={props.size ?? 8}
      $isHatched={props.isHatched ?? false}
      style={{ background: props.colour }}
    />
  )
}
