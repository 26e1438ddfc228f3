import { MOBILE, keyframes, styled } from '#src/ui/theme.ts'

const drop = keyframes`
  from { opacity: 0; transform: translateY(-4px); }
`

const lift = keyframes`
  to { opacity: 0; transform: translateY(-4px); }
`

/** The opening and closing animation of lists and popovers. */
export const DROPS = `
  animation: ${drop} var(--d-2) var(--ease-out);
  &[data-leave] {
    animation: ${lift} calc(var(--d-2) * 0.6) var(--ease-in) forwards;
  }
`

/** The box of every floating list. */
export const LIST_BOX = `
  z-index: var(--z-dropdown);
  padding: 4px;
  overflow-y: auto;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  box-shadow: var(--e-2);
`

/** The floating list of a select. */
export const Menu = styled('div')`
  ${LIST_BOX}
  min-width: var(--popover-anchor-width);
  /* Also in a drawer, which clips it. */
  max-width: min(
    max(var(--popover-anchor-width), 400px),
    var(--popover-available-width, calc(100vw - 16px))
  );
  max-height: min(var(--popover-available-height, 400px), 400px);
  overscroll-behavior: contain;
  outline: none;
  ${DROPS}
  &:focus-visible {
    box-shadow: var(--e-2);
  }
  /* No option gets under the search field, which stays in view. */
  &:has([type='search']) {
    scroll-padding-top: 45px;
    ${MOBILE} {
      scroll-padding-top: 57px;
    }
  }
`

export const MenuItem = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  padding: 0 8px;
  border-radius: var(--r-sm);
  color: var(--text-1);
  font: var(--t-body);
  cursor: pointer;
  outline: none;
  &[data-active-item] {
    background: var(--surface-3);
  }
  @media (forced-colors: active) {
    &[data-active-item] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  &[data-focus-visible] {
    box-shadow: inset 0 0 0 2px var(--focus-ring);
  }
  &[aria-disabled='true'] {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
  & > svg:last-child {
    margin-left: auto;
  }
  ${MOBILE} {
    min-height: 44px;
  }
`

/** The name of an option: whole, because names may differ only at their ends. */
export const MenuText = styled('span')`
  min-width: 0;
  padding: 4px 0;
  overflow-wrap: anywhere;
`

export const MenuLine = styled('div')`
  height: 1px;
  margin: 4px -4px;
  background: var(--line-strong);
`

/** What an option is for, at the end of its row. */
export const MenuNote = styled('small')`
  margin-left: auto;
  padding-left: 16px;
  color: var(--text-3);
  font: var(--t-small);
`
