import type { ElementType } from 'react'
import { styled } from './theme.ts'

/** The card's box alone: a lighter surface and one hairline. */
export const Surface = styled('section')<{ as?: ElementType }>`
  position: relative;
  min-width: 0;
  background: var(--surface-1);
  border: 1px solid var(--line);
  border-radius: var(--r-lg);
`
