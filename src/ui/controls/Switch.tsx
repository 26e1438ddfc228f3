import type { LucideIcon } from 'lucide-react'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { Icon } from './Icon.tsx'

type Layout = 'row' | 'field' | 'inline' | 'after' | 'bare'

const fillsWidth = (layout: Layout) => layout === 'row' || layout === 'field'

const Root = styled('button')<{ $layout: Layout; $isOn: boolean }>`
  display: ${(p) => (fillsWidth(p.$layout) ? 'flex' : 'inline-flex')};
  align-items: center;
  gap: 8px;
  flex: none;
  ${(p) => (fillsWidth(p.$layout) ? 'width: 100%; height: 32px; border-radius: var(--r-sm);' : '')}
  ${(p) => (p.$layout === 'bare' ? 'border-radius: 10px;' : '')}
  color: ${(p) => (p.$isOn || p.$layout === 'field' ? 'var(--text-1)' : 'var(--text-2)')};
  font: var(--t-body);
  &:disabled {
    opacity: 0.48;
    cursor: not-allowed;
  }
  ${MOBILE} {
    min-height: 44px;
    gap: 12px;
    ${(p) => (p.$layout === 'bare' ? 'min-width: 44px;' : '')}
  }
`
const Track = styled('span')<{ $isOn: boolean; $isLast: boolean }>`
  position: relative;
  flex: none;
  width: 32px;
  height: 20px;
  border-radius: 14px;
  ${(p) => (p.$isLast ? 'margin-left: auto;' : '')}
  background: ${(p) => (p.$isOn ? 'var(--ink)' : 'var(--surface-3)')};
  border: 1px solid ${(p) => (p.$isOn ? 'var(--ink)' : 'var(--line-control)')};
  transition: background var(--d-2) var(--ease-out);
  &::after {
    content: '';
    position: absolute;
    left: 2px;
    top: 2px;
    width: 14px;
    height: 14px;
    border-radius: 50%;
    background: ${(p) => (p.$isOn ? 'var(--on-ink)' : 'var(--text-3)')};
    transform: translateX(${(p) => (p.$isOn ? '12px' : '0')});
    transition: transform var(--d-2) var(--ease-out);
  }
  ${MOBILE} {
    width: 44px;
    height: 28px;
    &::after {
      left: 3px;
      top: 3px;
      width: 20px;
      height: 20px;
      transform: translateX(${(p) => (p.$isOn ? '16px' : '0')});
    }
  }
  @media (forced-colors: active) {
    &::after {
      background: ${(p) => (p.$isOn ? 'Highlight' : 'ButtonText')};
    }
  }
`

/**
 * A switch. `row` fills the width (sidebar), and so does `field` (forms), whose label keeps its color
 * when off. `inline` is as wide as its label, `after` stands after it, and `bare` has no text.
 */
export function Switch(props: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  layout?: Layout | undefined
  icon?: LucideIcon | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  describedBy?: string | undefined
  /** The text beside an inline switch if it differs from the label ("On"). */
  text?: string | undefined
}) {
  const layout = props.layout ?? 'inline'
  const hasOwnName = layout !== 'bare' && props.text === undefined
  return (
    <Root
      type="button"
      role="switch"
      aria-checked={props.checked}
      {...(hasOwnName ? {} : { 'aria-label': props.label })}
      {...(props.id ? { id: props.id } : {})}
      {...(props.describedBy ? { 'aria-describedby': props.describedBy } : {})}
      disabled={props.disabled ?? false}
      $layout={layout}
      $isOn={props.checked}
      onClick={() => props.onChange(!props.checked)}
    >
      {layout === 'row' && props.icon && <Icon of={props.icon} />}
      {(fillsWidth(layout) || layout === 'after') && <span>{props.label}</span>}
      <Track $isOn={props.checked} $isLast={fillsWidth(layout)} />
      {layout === 'inline' && <span>{props.text ?? props.label}</span>}
    </Root>
  )
}
