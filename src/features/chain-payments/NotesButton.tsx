import { MessageSquarePlus, MessageSquareText } from 'lucide-react'
import { pluralize } from '#src/domain/text/text.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Tooltip } from '#src/ui/controls/Tooltip.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { ChainPayment } from '#src/wire/chain-payments.ts'

const Root = styled('button')<{ $isInLine: boolean }>`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: 3px;
  min-width: 28px;
  height: 28px;
  padding: 0 6px;
  border-radius: var(--r-sm);
  color: var(--text-2);
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  &:hover {
    background: var(--surface-3);
    color: var(--text-1);
  }
  ${MOBILE} {
    min-width: 44px;
    height: 44px;
    border-radius: var(--r-md);
    /* A larger touch target leaves the line as high as its text. */
    ${(p) => (p.$isInLine ? 'margin: -12px -10px -12px 0;' : '')}
    & > svg {
      width: 20px;
      height: 20px;
    }
  }
`

/** Opens the notes of a payment. Nothing on a server without notes, and without notes for who can only look. */
export function NotesButton(props: {
  payment: ChainPayment
  onOpen: (payment: ChainPayment) => void
  /** In a line of text. */
  isInLine?: boolean
}) {
  const { payment, onOpen, isInLine = false } = props
  const { notes } = payment
  const mayWrite = useMayWrite()
  if (notes === undefined || (notes === 0 && !mayWrite)) return null
  const label = notes === 0 ? 'Add a note' : pluralize(notes, 'note')
  return (
    <Tooltip text={label} isName>
      <Root
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        $isInLine={isInLine}
        onClick={() => onOpen(payment)}
      >
        <Icon of={notes === 0 ? MessageSquarePlus : MessageSquareText} size={14} />
        {notes > 0 && notes}
      </Root>
    </Tooltip>
  )
}
