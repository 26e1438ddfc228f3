import type { MouseEvent } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { CheckMark } from './CheckMark.tsx'

const Root = styled('button')`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  width: 24px;
  height: 24px;
  border-radius: var(--r-sm);
  &:hover > span {
    border-color: var(--text-1);
  }
  ${MOBILE} {
    width: 44px;
    height: 44px;
  }
`

/** Shift would select the text between two presses. */
function keepText(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault()
}

/** A checkbox without a visible label: of a row, or of all rows. */
export function CheckBox(props: {
  label: string
  isChecked: boolean
  isMixed?: boolean | undefined
  /** `isRange`: pressed together with Shift. */
  onPress: (isRange: boolean) => void
}) {
  const { label, isChecked, isMixed = false } = props
  return (
    <Root
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={isMixed ? 'mixed' : isChecked}
      onMouseDown={keepText}
      onClick={(event) => props.onPress(event.shiftKey)}
    >
      <CheckMark isChecked={isChecked} isMixed={isMixed} />
    </Root>
  )
}
