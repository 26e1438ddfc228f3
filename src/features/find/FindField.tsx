import { ArrowLeft, Search, X } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { KeyCap } from './KeyCap.ts'

const Root = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  flex: none;
  height: 56px;
  padding: 0 16px 0 20px;
  border-bottom: 1px solid var(--line-strong);
  color: var(--text-3);
  ${MOBILE} {
    gap: 0;
    height: 60px;
    padding: 0 4px;
  }
`
const Input = styled('input')<{ $isMono: boolean }>`
  flex: 1;
  min-width: 0;
  height: 44px;
  border: 0;
  outline: none;
  background: none;
  color: var(--text-1);
  font: 400 16px/24px ${(p) => (p.$isMono ? 'var(--mono)' : 'var(--font)')};
  text-overflow: ellipsis;
  &::placeholder {
    color: var(--text-3);
    opacity: 1;
  }
  &:focus-visible {
    box-shadow: none;
  }
  ${MOBILE} {
    padding-left: 4px;
  }
`

/** The field, which keeps the focus while the arrow keys choose in the list. */
export function FindField(props: {
  value: string
  isMono: boolean
  listId: string
  activeId: string | undefined
  isExpanded: boolean
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onClose: () => void
}) {
  const isMobile = useIsMobile()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Root>
      {isMobile ? (
        <IconButton label="Close" icon={ArrowLeft} tooltip={false} onClick={props.onClose} />
      ) : (
        <Icon of={Search} size={20} />
      )}
      <Input
        ref={input}
        data-autofocus
        $isMono={props.isMono}
        role="combobox"
        aria-label="Search everything"
        aria-controls={props.listId}
        aria-expanded={props.isExpanded}
        aria-autocomplete="list"
        {...(props.activeId === undefined ? {} : { 'aria-activedescendant': props.activeId })}
        placeholder={
          isMobile
            ? 'Address, hash, code, e-mail…'
            : 'Address, hash, code, e-mail, project, page or action'
        }
        value={props.value}
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          // The shortcut that opened the dialog: the next text replaces this one.
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')
            event.currentTarget.select()
          else props.onKeyDown(event)
        }}
      />
      {props.value !== '' && (
        <IconButton
          label="Clear"
          icon={X}
          tooltip={false}
          onClick={() => {
            props.onChange('')
            input.current?.focus()
          }}
        />
      )}
      {!isMobile && <KeyCap aria-hidden>Esc</KeyCap>}
    </Root>
  )
}
