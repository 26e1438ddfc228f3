import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ElementType } from 'react'
import { toast } from 'react-hot-toast/headless'
import { isSecondClick } from '#src/ui/dialogs/second-click.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { Icon } from './Icon.tsx'
import { Tooltip } from './Tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-fill'
export type ButtonSize = 'sm' | 'md' | 'lg'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** Shows a spinner and ignores clicks; the button keeps the focus. */
  isBusy?: boolean | undefined
  /** The label while busy: "Saving". */
  busyLabel?: string | undefined
  icon?: LucideIcon | undefined
  isBlock?: boolean | undefined
  /** Why the button is disabled: it stays focusable and shows the reason in a tooltip, or in a toast when pressed. */
  disabledReason?: string | undefined
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: `
    background: var(--ink); color: var(--on-ink);
    &:hover { background: var(--ink-hover); }
    &:active { background: var(--ink-press); }
  `,
  secondary: `
    background: var(--surface-2); border-color: var(--line-strong); color: var(--text-1);
    &:hover { background: var(--surface-3); border-color: var(--line-hover); }
    &:active { background: var(--surface-2); }
  `,
  ghost: `
    color: var(--text-2);
    &:hover { background: var(--surface-2); color: var(--text-1); }
    &:active { background: var(--surface-3); }
  `,
  danger: `
    background: var(--surface-2); border-color: var(--line-strong); color: var(--negative);
    &:hover { background: var(--negative-tint); border-color: var(--negative-tint); }
  `,
  'danger-fill': `
    background: var(--negative-fill); color: #fff;
    &:hover { background: var(--negative-fill-hover); }
  `,
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'height: var(--h-sm); padding: 0 8px; font: var(--t-small); font-weight: 500; border-radius: var(--r-sm); gap: 6px;',
  md: 'height: var(--h-md); padding: 0 12px;',
  lg: 'height: var(--h-lg); padding: 0 16px;',
}

/** The look of a button, also of a link that looks like one. */
export const ButtonBox = styled('button')<{
  as?: ElementType
  href?: string
  $variant: ButtonVariant
  $size: ButtonSize
  $isBlock: boolean
  $isBusy: boolean
}>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  flex: none;
  border: 1px solid transparent;
  border-radius: var(--r-md);
  font: var(--t-label);
  white-space: nowrap;
  transition:
    background var(--d-1),
    border-color var(--d-1),
    color var(--d-1);
  ${(p) => SIZES[p.$size]}
  ${(p) => VARIANTS[p.$variant]}
  ${(p) => (p.$isBlock ? 'width: 100%;' : '')}
  ${(p) => (p.$isBusy ? 'cursor: progress;' : '')}
  &:disabled,
  &[aria-disabled='true']:not([aria-busy='true']) {
    background: ${(p) => (p.$variant === 'ghost' ? 'none' : 'var(--surface-2)')};
    border-color: ${(p) => (p.$variant === 'ghost' ? 'transparent' : 'var(--surface-2)')};
    color: var(--text-disabled);
    cursor: not-allowed;
  }
  ${MOBILE} {
    height: 44px;
    padding: 0 ${(p) => (p.$size === 'sm' ? '12px' : '16px')};
    font: var(--t-label);
    border-radius: var(--r-md);
  }
`

/** Shows why a press had no effect, in one toast however often it is pressed. */
export function showReason(reason: string): void {
  toast.error(reason, { id: reason })
}

/** What changes something, and must not be done by a second click. */
const COMMITS = new Set<string>(['primary', 'danger', 'danger-fill'])

/**
 * A button. It is never natively disabled, so it keeps the focus when pressing it disables it (Save).
 * Disabled without a reason, it is not a tab stop.
 */
export function Button(props: ButtonProps) {
  const { variant, size, isBusy, busyLabel, icon, isBlock, onClick, onKeyDown, ...others } = props
  const { disabled, disabledReason, ...rest } = others
  const isInert = isBusy === true || disabled === true || disabledReason !== undefined
  const button = (
    <ButtonBox
      type="button"
      {...rest}
      $variant={variant ?? 'secondary'}
      $size={size ?? 'md'}
      $isBlock={isBlock ?? false}
      $isBusy={isBusy ?? false}
      {...(isInert ? { 'aria-disabled': true } : {})}
      {...(disabled === true && disabledReason === undefined ? { tabIndex: -1 } : {})}
      {...(isBusy ? { 'aria-busy': true } : {})}
      onKeyDown={(event) => {
        // A held key presses once.
        if (event.repeat && event.key === 'Enter') event.preventDefault()
        onKeyDown?.(event)
      }}
      onClick={(event) => {
        if (COMMITS.has(variant ?? '') && isSecondClick(event)) event.preventDefault()
        else if (!isInert) onClick?.(event)
        else {
          // Also for Enter in a field, which presses the form's submit button.
          event.preventDefault()
          if (isBusy !== true && disabledReason !== undefined) showReason(disabledReason)
        }
      }}
    >
      {isBusy ? <Icon of={LoaderCircle} className="spin" /> : icon && <Icon of={icon} />}
      {isBusy ? (busyLabel ?? props.children) : props.children}
    </ButtonBox>
  )
  // A button whose reason changes (no connection) stays the same element and keeps the focus.
  if (!('disabledReason' in props)) return button
  return <Tooltip text={disabledReason ?? null}>{button}</Tooltip>
}
