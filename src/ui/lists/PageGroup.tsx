import { useId, type ReactNode } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'

/** From this width of the groups on, in px, the words stand beside the content. */
const BESIDE_FROM = 840

/** The groups of a page, with a hairline between them. */
export const PageGroups = styled('div')`
  container: groups / inline-size;
  & > * + * {
    border-top: 1px solid var(--line);
  }
`
const Root = styled('section')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  padding: 24px;
  ${MOBILE} {
    padding: 20px 16px;
  }
  @container groups (width >= ${BESIDE_FROM}px) {
    grid-template-columns: 232px minmax(0, 1fr);
    gap: 32px;
  }
`
const Words = styled('header')`
  & > h2 {
    font: var(--t-title);
  }
  & > p {
    margin-top: 4px;
    font: var(--t-small);
    color: var(--text-3);
  }
  & > div {
    margin-top: 12px;
  }
  @container groups (width >= ${BESIDE_FROM}px) {
    & > p {
      max-width: 208px;
    }
  }
`

/** A region of a page: its title, a sentence and an action, beside its content where there is room. */
export function PageGroup(props: {
  title: string
  text: string
  action?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <Root aria-labelledby={titleId}>
      <Words>
        <h2 id={titleId}>{props.title}</h2>
        <p>{props.text}</p>
        {props.action !== undefined && <div>{props.action}</div>}
      </Words>
      {/* As high as its content, not as the words. */}
      <div style={{ minWidth: 0 }}>{props.children}</div>
    </Root>
  )
}

/** A box of rows (PanelRow) within a group. Where a row is narrow, its actions stand below its text. */
export const RowBox = styled('div')`
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  background: var(--bg);
  overflow: clip;
  & > div {
    padding: 8px 12px 8px 16px;
  }
  ${MOBILE} {
    & > div {
      flex-wrap: wrap;
      justify-content: flex-end;
    }
    & > div > div {
      flex-basis: 140px;
    }
  }
`
