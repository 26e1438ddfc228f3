import type { ReactNode } from 'react'
import { END_LENGTH, splitAtEnd } from '#src/domain/text/text.ts'
import { Tooltip } from '#src/ui/controls/Tooltip.tsx'
import { styled } from '#src/ui/theme.ts'

/** A name up to this length fits nearly everywhere; a longer one keeps its last characters. */
const SHORT = 16

// The parts are not selected: what is copied is the whole name, which stands before them.
const Root = styled('span')`
  position: relative;
  display: inline-flex;
  max-width: 100%;
  vertical-align: bottom;
  & > :not(.sr) {
    min-width: 0;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: pre;
    user-select: none;
  }
  & > :last-child {
    flex: 0 1 auto;
  }
  & > :nth-child(2) {
    flex: 0 10000 auto;
    min-width: min(2.5ch, 100%);
  }
`

/**
 * A name in one line. Where it has no room, its middle is left out, because names may differ only at
 * their ends. Assistive technology and copies get the whole name.
 * @param isInTrunc the element around it cuts off a short name
 */
export function MiddleText({ text, isInTrunc }: { text: string; isInTrunc?: boolean }) {
  if (text.length <= SHORT) return isInTrunc ? text : <span className="trunc">{text}</span>
  const { start, end } = splitAtEnd(text, END_LENGTH)
  return (
    <Root className="trunc" dir="auto">
      <span className="sr">{text}</span>
      <span aria-hidden>{start}</span>
      <span aria-hidden>{end}</span>
    </Root>
  )
}

/** The whole name of a MiddleText in its children: on hover, focus and a long press. */
export function WholeName(props: { text: string; children: ReactNode }) {
  if (props.text.length <= SHORT) return props.children
  return (
    <Tooltip text={props.text} isName hasLongPress>
      {props.children}
    </Tooltip>
  )
}
