import { styled } from '#src/ui/theme.ts'

const Root = styled('a')`
  position: fixed;
  left: calc(16px + var(--safe-l));
  top: 12px;
  z-index: var(--z-dropdown);
  padding: 8px 12px;
  background: var(--surface-3);
  border-radius: var(--r-md);
  font: var(--t-label);
  &:not(:focus-visible) {
    clip-path: inset(50%);
  }
`

/** Spares a keyboard the sidebar: the first stop of a page, seen only while it has the focus. */
export function SkipLink() {
  return (
    <Root
      href="#title"
      onClick={(event) => {
        // The address keeps no trace of it.
        event.preventDefault()
        document.getElementById('title')?.focus()
      }}
    >
      Skip to content
    </Root>
  )
}
