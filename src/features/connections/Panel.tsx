import { useId, type ReactNode } from 'react'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled(Surface)`
  margin-bottom: 16px;
  overflow: clip;
  /* No cards within a card. */
  &:has(> .cards) {
    background: none;
    border: 0;
    overflow: visible;
  }
  ${MOBILE} {
    margin-bottom: 12px;
  }
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 56px;
  padding: 0 20px;
  & > h2 {
    flex: 1;
    min-width: 0;
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  & > span {
    font: var(--t-small);
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
  ${MOBILE} {
    padding: 0 16px;
  }
`

/** A region with a title, and a count or a button at the end of its title row. */
export function Panel(props: { title: string; end?: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <Root aria-labelledby={titleId}>
      <Head>
        <h2 id={titleId}>{props.title}</h2>
        {props.end}
      </Head>
      {props.children}
    </Root>
  )
}
