import type { ReactNode } from 'react'
import type { CardParts } from '#src/records/record-definition.ts'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'

const Root = styled(Surface)`
  margin-bottom: 12px;
  padding: 16px 16px 0;
  overflow: clip;
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 20px;
  & > * {
    min-width: 0;
  }
  /* The project's name shrinks last. */
  & > .trunc {
    flex: 1 1 0;
  }
  & > :last-child:not(:first-child) {
    flex: none;
    margin-left: auto;
  }
  /* The count of its notes stands before what ends the head. */
  & > .notes {
    margin-left: auto;
  }
  & > .notes + :last-child {
    margin-left: 0;
  }
  /* The touch targets of the head end where those of the lead line begin: each is 44 px high. */
  & a {
    min-width: 44px;
    min-height: 44px;
    padding: 16px 0 8px;
    margin: -16px 0 -8px;
  }
  & > a {
    display: flex;
    align-items: center;
    justify-content: flex-end;
  }
`
/** A target of 44 px that leaves the head as high as its text. */
const Start = styled('span')`
  flex: none;
  display: flex;
  margin: -12px -10px -12px -14px;
`
const Lines = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding-bottom: 12px;
`
const Line = styled('div')<{ $isLead: boolean }>`
  display: flex;
  justify-content: space-between;
  align-items: ${(p) => (p.$isLead ? 'baseline' : 'center')};
  gap: 12px;
  min-height: 20px;
  margin-top: ${(p) => (p.$isLead ? '8px' : '0')};
  color: var(--text-2);
  font-size: 14px;
  font-variant-numeric: tabular-nums;
  & > * {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & .trunc {
    display: block;
  }
  & a.trunc {
    width: fit-content;
    max-width: 100%;
  }
  ${(p) => (p.$isLead ? '& > :first-child > a { padding: 0 0 24px; margin: 0 0 -24px; }' : '')}
  & > :last-child {
    flex: none;
    max-width: 60%;
    text-align: end;
  }
`
const Foot = styled('div')<{ $isPlain: boolean }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: ${(p) => (p.$isPlain ? 44 : 48)}px;
  margin: ${(p) => (p.$isPlain ? -12 : 0)}px -16px 0;
  padding: 0 4px 0 16px;
  ${(p) => (p.$isPlain ? '' : 'border-top: 1px solid var(--line);')}
  /* Space around the row's button. */
  & > .action {
    margin: 8px 0;
  }
`
const Detail = styled('div')`
  margin: 0 -16px;
  padding: 8px 16px;
  background: var(--bg);
  border-top: 1px solid var(--line);
`

/** A record on a phone: its head, its values in lines, its foot, and its details while it is open. */
export function RecordCard(
  props: CardParts & {
    /** In front of the head: the checkbox of a selection. */
    start?: ReactNode
    detail: ReactNode
    detailId: string
  },
) {
  return (
    <Root as="article" aria-label={props.label}>
      <Head>
        {props.start && <Start>{props.start}</Start>}
        {props.head}
      </Head>
      <Lines>
        {props.lines.map((line, index) => (
          // Lines have no identity besides their position.
          <Line key={index} $isLead={index === 0}>
            <span>{line.start}</span>
            <span>{line.end}</span>
          </Line>
        ))}
      </Lines>
      {props.foot !== null && <Foot $isPlain={props.isFootPlain ?? false}>{props.foot}</Foot>}
      {props.detail && <Detail id={props.detailId}>{props.detail}</Detail>}
    </Root>
  )
}
