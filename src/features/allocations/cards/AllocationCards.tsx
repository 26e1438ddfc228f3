import type { ReactNode } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'
import { LargestHolders } from './LargestHolders.tsx'
import { TokensOwed } from './TokensOwed.tsx'
import { WhatCanChange } from './WhatCanChange.tsx'

const Grid = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  & > :first-child {
    grid-column: 1 / -1;
  }
  @media (min-width: 1360px) {
    grid-template-columns: minmax(0, 1fr) 304px 304px;
    & > :first-child {
      grid-column: auto;
    }
  }
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
`

/** What a project owes in three cards; placeholders without a summary. */
export function AllocationCards(props: {
  projectId: string
  summary: AllocationSummary | undefined
  isMasked: boolean
  /** On phones it stands below the first card. */
  action?: ReactNode
}) {
  const { projectId, summary, isMasked } = props
  const isMobile = useIsMobile()
  const { colours } = useProjects()
  const shown = { summary, isMasked, colour: colours.get(projectId) ?? 'var(--text-3)' }
  const holders = <LargestHolders key="holders" {...shown} />
  const change = <WhatCanChange key="change" projectId={projectId} {...shown} />
  return (
    <Grid>
      <TokensOwed projectId={projectId} {...shown} />
      {isMobile ? [props.action, change, holders] : [holders, change]}
    </Grid>
  )
}
