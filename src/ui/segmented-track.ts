import { MOBILE, styled } from './theme.ts'

/** The track of segmented controls: a row of choices of which one is raised. */
export const SegmentedTrack = styled('div')<{ $isFill?: boolean }>`
  display: ${(p) => (p.$isFill ? 'flex' : 'inline-flex')};
  flex: none;
  padding: 2px;
  background: var(--surface-2);
  border-radius: var(--r-md);
  ${MOBILE} {
    display: flex;
    padding: 0;
  }
  @media (forced-colors: active) {
    outline: 1px solid ButtonText;
    outline-offset: -1px;
  }
`

export const Segment = styled('button')<{
  $isOn: boolean
  $size: 'sm' | 'md'
  $isFill?: boolean
  $isIcon?: boolean
}>`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  height: ${(p) => (p.$size === 'md' ? '28px' : '24px')};
  ${(p) => (p.$isFill ? 'flex: 1 1 auto;' : '')}
  ${(p) => (p.$isIcon ? 'width: 28px;' : '')}
  padding: 0 ${(p) => (p.$isIcon ? '0' : p.$isFill ? '4px' : p.$size === 'md' ? '12px' : '8px')};
  font: ${(p) => (p.$size === 'md' ? 'var(--t-label)' : 'var(--t-small)')};
  font-weight: 500;
  white-space: nowrap;
  border: 1px solid ${(p) => (p.$isOn ? 'var(--line-control)' : 'transparent')};
  border-radius: var(--r-sm);
  background: ${(p) => (p.$isOn ? 'var(--surface-3)' : 'transparent')};
  color: ${(p) => (p.$isOn ? 'var(--text-1)' : 'var(--text-2)')};
  transition:
    color var(--d-1),
    background var(--d-2);
  &:hover {
    color: var(--text-1);
  }
  &[aria-disabled='true'],
  &:disabled {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
  ${MOBILE} {
    height: 44px;
    flex: ${(p) => (p.$isIcon ? 'none' : '1 1 auto')};
    ${(p) => (p.$isIcon ? 'width: 44px;' : '')}
    font: 500 14px/20px var(--font);
    border: 4px solid transparent;
    border-radius: 10px;
    background-clip: padding-box;
    ${(p) => (p.$isOn ? 'box-shadow: inset 0 0 0 1px var(--line-control);' : '')}
    &:focus-visible {
      box-shadow: var(--focus);
    }
  }
  @media (forced-colors: active) {
    &[aria-disabled='true'] {
      border-color: ButtonFace !important;
    }
    ${(p) =>
      p.$isOn
        ? `forced-color-adjust: none;
           background: Highlight;
           color: HighlightText;
           border-color: ButtonFace;
           &:hover { color: HighlightText; }`
        : 'border-color: ButtonFace;'}
  }
`
