import { MOBILE, keyframes, styled } from './theme.ts'

const fade = keyframes`
  from { opacity: 0; }
`
const grow = keyframes`
  from { opacity: 0; transform: scale(0.98); }
`
const rise = keyframes`
  from { transform: translateY(100%); }
`
const fadeOut = keyframes`
  to { opacity: 0; }
`
const shrink = keyframes`
  to { opacity: 0; transform: scale(0.98); }
`
const sink = keyframes`
  to { transform: translateY(100%); }
`
// Leaving takes 60 % of the time that entering does.
const LEAVE = 'calc(var(--d-3) * 0.6) var(--ease-in) forwards'

// The same layer as the dialog, so that a confirmation's scrim covers the dialog that asked for it.
export const Scrim = styled('div')`
  position: fixed;
  inset: 0;
  z-index: var(--z-dialog);
  background: var(--scrim);
  animation: ${fade} var(--d-3) var(--ease-out);
  &[data-leave] {
    animation: ${fadeOut} ${LEAVE};
  }
`
export const Panel = styled('div')<{ $width: number }>`
  position: fixed;
  inset: 16px;
  z-index: var(--z-dialog);
  display: flex;
  flex-direction: column;
  width: ${(p) => p.$width}px;
  max-width: calc(100vw - 32px);
  height: fit-content;
  max-height: calc(100dvh - 32px);
  margin: auto;
  background: var(--surface-1);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-xl);
  box-shadow: var(--e-3);
  outline: none;
  animation: ${grow} var(--d-3) var(--ease-out);
  &[data-leave] {
    animation: ${shrink} ${LEAVE};
  }
  &:focus-visible {
    box-shadow: var(--e-3);
  }
  ${MOBILE} {
    inset: auto 0 0;
    width: auto;
    max-width: none;
    max-height: calc(100dvh - var(--safe-t) - 16px);
    padding: 8px 0 var(--safe-b);
    border-width: 1px 0 0;
    border-radius: var(--r-xl) var(--r-xl) 0 0;
    animation-name: ${rise};
    &[data-leave] {
      animation-name: ${sink};
    }
  }
`
export const Grab = styled('i')`
  display: none;
  ${MOBILE} {
    display: block;
    flex: none;
    width: 36px;
    height: 4px;
    margin: 0 auto 8px;
    border-radius: 2px;
    background: var(--line-hover);
  }
`
export const Head = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  flex: none;
  padding: 20px 16px 0 24px;
  ${MOBILE} {
    min-height: 44px;
    padding: 0 8px 0 16px;
  }
`
export const Title = styled('h2')`
  flex: 1;
  min-width: 0;
  font: var(--t-h2);
  letter-spacing: -0.01em;
  ${MOBILE} {
    font: 600 17px/24px var(--font);
  }
`
const COLUMN = 'display: flex; flex-direction: column; flex: 1 1 auto; min-height: 0;'
export const Column = styled('div')`
  ${COLUMN}
`
export const FormColumn = styled('form')`
  ${COLUMN}
`
export const Body = styled('div')`
  display: grid;
  gap: 16px;
  min-height: 0;
  padding: 16px 24px 24px;
  overflow-y: auto;
  overscroll-behavior: contain;
  overflow-wrap: anywhere;
  & > p {
    color: var(--text-2);
  }
  & > p b {
    color: var(--text-1);
    font-weight: 500;
  }
  ${MOBILE} {
    gap: 12px;
    padding: 4px 16px;
  }
`
export const Foot = styled('div')`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  flex: none;
  padding: 16px 24px;
  border-top: 1px solid var(--line);
  ${MOBILE} {
    flex-direction: column-reverse;
    gap: 4px;
    padding: 8px 16px 16px;
    border-top: 0;
    & > * {
      width: 100%;
    }
  }
`
