import { styled } from '#src/ui/theme.ts'

/** The alpha-2 code before a country's name. */
export const CodeTag = styled('span')`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 24px;
  height: 16px;
  padding-top: 1px;
  border-radius: 3px;
  background: var(--surface-3);
  color: var(--text-2);
  font: 500 10px/16px var(--mono);
  letter-spacing: 0.02em;
  /* A narrow row shows the name only. */
  @container (max-width: 264px) {
    display: none;
  }
`
