import type { ReactNode } from 'react'
import type { StagesQuery } from '#src/features/stages/stage-queries.ts'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { CurrentStage } from './CurrentStage.tsx'
import { Pace } from './Pace.tsx'
import { Raised } from './Raised.tsx'

const Grid = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  column-gap: 16px;
  & > :first-child {
    grid-column: 1 / -1;
  }
  /* Head, body and foot of cards side by side are as high as each other, also where a sentence wraps. */
  & > section {
    display: grid;
    grid-template: subgrid / minmax(0, 1fr);
    grid-row: span 3;
    margin-bottom: 16px;
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
    margin-bottom: 12px;
    & > section {
      display: flex;
      grid-row: auto;
      margin-bottom: 0;
    }
  }
`

/** The current stage, the pace, and what is raised; placeholders without figures. */
export function StageCards(props: {
  view: StageView | undefined
  query: StagesQuery
  /** Below the cards; on phones below the first. */
  notice: ReactNode
}) {
  const { view, query, notice } = props
  const isMobile = useIsMobile()
  return (
    <>
      <Grid>
        <CurrentStage view={view} />
        {isMobile && notice}
        <Pace view={view} query={query} />
        <Raised view={view} />
      </Grid>
      {!isMobile && notice}
    </>
  )
}
