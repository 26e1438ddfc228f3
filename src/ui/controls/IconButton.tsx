import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { useContext, type ComponentProps } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { Icon } from './Icon.tsx'
import { SHARED_TIP, SharedTips } from './shared-tips.ts'
import { Tooltip } from './Tooltip.tsx'

type IconButtonSize = 'xs' | 'sm' | 'md'

const SIDES: Record<IconButtonSize, number> = { xs: 24, sm: 28, md: 32 }

const Root = styled('button')<{ $side: number }>`
  width: ${(p) => p.$side}px;
  height: ${(p) => p.$side}px;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  border-radius: var(--r-sm);
  border: 1px solid transparent;
  color: ${(p) => (p.$side === 24 ? 'var(--text-3)' : 'var(--text-2)')};
  transition:
    background var(--d-1),
    color var(--d-1);
  &:hover {
    background-color: var(--surface-3);
    color: var(--text-1);
  }
  &[aria-disabled='true'] {
    color: var(--text-disabled);
    opacity: 0.6;
    cursor: not-allowed;
    background-color: transparent;
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  ${MOBILE} {
    width: 44px;
    height: 44px;
    border-radius: var(--r-md);
    & > svg {
      width: ${(p) => (p.$side === 24 ? 16 : 20)}px;
      height: ${(p) => (p.$side === 24 ? 16 : 20)}px;
    }
  }
`

/**
 * An icon-only button. Its label is its accessible name and its tooltip. Disabled, it is not a tab
 * stop, but keeps the focus when pressing it disables it (Next page).
 */
export function IconButton(
  props: ComponentProps<'button'> & {
    label: string
    /** Null where a class draws it as the button's background. */
    icon: LucideIcon | null
    size?: IconButtonSize | undefined
    isBusy?: boolean | undefined
    tooltip?: boolean | undefined
  },
) {
  const { label, icon, size, isBusy, tooltip, disabled, onClick, ...rest } = props
  const hasSharedTip = useContext(SharedTips) !== null && tooltip !== false
  const shape = isBusy ? LoaderCircle : icon
  const isInert = disabled === true || isBusy === true
  const button = (
    <Root
      type="button"
      aria-label={label}
      className="plain"
      {...rest}
      {...(hasSharedTip ? { [SHARED_TIP]: '' } : {})}
      $side={SIDES[size ?? 'sm']}
      {...(isInert ? { 'aria-disabled': true } : {})}
      {...(disabled ? { tabIndex: -1 } : {})}
      {...(isBusy ? { 'aria-busy': true } : {})}
      onClick={(event) => {
        if (isInert) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {shape && (
        <Icon of={shape} size={size === 'xs' ? 14 : 16} className={isBusy ? 'spin' : undefined} />
      )}
    </Root>
  )
  if (tooltip === false || hasSharedTip) return button
  return (
    <Tooltip text={label} isName>
      {button}
    </Tooltip>
  )
}
