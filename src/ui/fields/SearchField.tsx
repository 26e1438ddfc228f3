import { CircleAlert, Search, X } from 'lucide-react'
import { useId, useRef, type ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { FieldError } from './FieldFrame.tsx'
import { BareInput, InputFrame } from './input-frame.ts'

const Root = styled('form')`
  display: flex;
  flex-direction: column;
  gap: 6px;
  width: 100%;
  max-width: 640px;
  ${MOBILE} {
    /* As wide as the cards below. */
    max-width: none;
  }
`
const Row = styled('div')`
  display: flex;
  & > :first-child:not(:last-child) {
    flex: none;
    width: 178px;
    margin-right: -1px;
  }
  & > :first-child:not(:last-child),
  & > :first-child:not(:last-child) > * {
    border-top-right-radius: 0;
    border-bottom-right-radius: 0;
  }
  & > :last-child:not(:first-child) {
    border-top-left-radius: 0;
    border-bottom-left-radius: 0;
  }
  & > :focus-visible,
  & > :focus-within {
    z-index: 1;
  }
  ${MOBILE} {
    flex-direction: column;
    gap: 8px;
    & > :first-child:not(:last-child) {
      width: 100%;
      margin: 0;
    }
    & > :first-child:not(:last-child),
    & > :first-child:not(:last-child) > *,
    & > :last-child:not(:first-child) {
      border-radius: var(--r-md);
    }
  }
`
const Note = styled('p')`
  font: var(--t-small);
  color: var(--text-2);
  /* Not display: none: a hidden live region would not be announced when it changes. */
  &:empty {
    position: absolute;
  }
`
const Tools = styled('span')`
  display: inline-flex;
  margin-right: -8px;
`
/**
 * A search form. `before` (a select) shares its frame. With `isLive` the list updates while the user
 * types, and there is no submit button.
 */
export function SearchField(props: {
  value: string
  onChange: (text: string) => void
  onSubmit?: (() => void) | undefined
  onClear: () => void
  placeholder?: string | undefined
  error?: string | undefined
  /** A live region for assistive technology; an error replaces it. */
  note?: string | undefined
  before?: ReactNode
  isLive?: boolean | undefined
  isMono?: boolean | undefined
}) {
  const errorId = useId()
  const box = useRef<HTMLInputElement>(null)
  const isInvalid = props.error !== undefined && props.error !== ''
  const note = isInvalid ? undefined : props.note
  return (
    <Root
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit?.()
      }}
    >
      <Row>
        {props.before}
        <InputFrame $size="lg" $isInvalid={isInvalid} $isDisabled={false}>
          {props.isLive && <Icon of={Search} />}
          <BareInput
            ref={box}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-label="Search"
            aria-invalid={isInvalid}
            {...(isInvalid ? { 'aria-describedby': errorId } : {})}
            {...(props.placeholder ? { placeholder: props.placeholder } : {})}
            $isMono={(props.isMono ?? false) && props.value !== ''}
            value={props.value}
            onChange={(event) => props.onChange(event.target.value)}
          />
          <Tools>
            {props.value !== '' && (
              <IconButton
                label="Clear"
                icon={X}
                onClick={() => {
                  props.onClear()
                  // The button is removed with the text.
                  box.current?.focus()
                }}
              />
            )}
            {!props.isLive && <IconButton label="Search" icon={Search} type="submit" />}
          </Tools>
        </InputFrame>
      </Row>
      {isInvalid && (
        <FieldError id={errorId} role="alert">
          <Icon of={CircleAlert} size={14} />
          {props.error}
        </FieldError>
      )}
      <Note role="status">{note}</Note>
    </Root>
  )
}
