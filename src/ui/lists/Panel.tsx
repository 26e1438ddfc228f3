import { useId, type ReactNode } from 'react'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'

/** The box of a panel, under the one before. */
export const PanelBox = styled(Surface)`
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

/** The title row of a panel, with a line or buttons at its end. */
export const PanelHead = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-height: 56px;
  padding: 12px 20px;
  & > h2 {
    flex: 1 0 auto;
  }
  & h2 {
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  & > hgroup {
    flex: 1 1 0;
    min-width: 0;
  }
  & > hgroup > p {
    font: var(--t-small);
    color: var(--text-3);
    overflow-wrap: anywhere;
  }
  & > span {
    font: var(--t-small);
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
  /* The row keeps its height with a button. */
  & > button {
    margin-block: -6px;
  }
  ${MOBILE} {
    padding: 12px 16px;
  }
`

/** The fields of a panel, under each other. */
export const PanelBody = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding: 4px 20px 16px;
  ${MOBILE} {
    padding: 4px 16px 16px;
  }
`

/** A region with a title, and a line or a button at the end of its title row. */
export function Panel(props: {
  title: string
  /** A line below the title. */
  note?: string
  end?: ReactNode
  children: ReactNode
}) {
  const { title, note } = props
  const titleId = useId()
  return (
    <PanelBox aria-labelledby={titleId}>
      <PanelHead>
        {note === undefined ? (
          <h2 id={titleId}>{title}</h2>
        ) : (
          <hgroup>
            <h2 id={titleId}>{title}</h2>
            <p>{note}</p>
          </hgroup>
        )}
        {props.end}
      </PanelHead>
      {props.children}
    </PanelBox>
  )
}
