import { MOBILE, styled } from '#src/ui/theme.ts'

/** Holds what narrows a list, above it. */
export const ListToolbar = styled('div')`
  display: flex;
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`
