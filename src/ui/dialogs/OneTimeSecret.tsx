import { Check, Copy } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  display: grid;
  justify-items: start;
  gap: 12px;
  min-width: 0;
`
const Value = styled('code')`
  width: 100%;
  padding: 12px 16px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  font: var(--t-code);
  overflow-wrap: anywhere;
  user-select: all;
`
const Note = styled('p')`
  font: var(--t-small);
  color: var(--text-2);
`

const focus = (button: HTMLButtonElement | null) => button?.focus()

/**
 * A secret that is shown only now, with a button that copies it. The button has the focus, because
 * what the user pressed before is gone.
 */
export function OneTimeSecret(props: {
  /** The kind of secret: "key" makes "Copy key". */
  what: string
  value: string
  /** The secret was copied, with the button or by selecting it. */
  onCopied?: (() => void) | undefined
  /** What to do with it, in one or two sentences. */
  children: ReactNode
}) {
  const { what, value, onCopied } = props
  const { isCopied, copy } = useCopy(value)
  const noteId = useId()
  return (
    <Root>
      <Value onCopy={onCopied}>{value}</Value>
      <Button
        icon={isCopied ? Check : Copy}
        aria-describedby={noteId}
        ref={focus}
        onClick={() => void copy().then((isDone) => isDone && onCopied?.())}
      >
        Copy {what}
      </Button>
      <Note id={noteId}>{props.children}</Note>
    </Root>
  )
}
