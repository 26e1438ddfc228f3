import type { ReactNode } from 'react'
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
  /* The project's name gives way last. */
  & > .trunc {
    flex: 1 1 0;
  }
  & > :last-child:not(:first-child) {
    flex: none;
    margin-left: auto;
  }
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
  & > :last-child {
    flex: none;
    max-width: 60%;
    text-align: end;
  }
`
const Pairs = styled('dl')`
  padding: 4px 0 8px;
`
const Pair = styled('div')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 16px;
  min-height: 44px;
  & + & {
    border-top: 1px solid var(--line);
  }
  & > dt {
    flex: none;
    color: var(--text-3);
    font: var(--t-small);
  }
  & > dd {
    min-width: 0;
    text-align: end;
    overflow-wrap: anywhere;
  }
`
const Foot = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 48px;
  margin: 0 -16px;
  padding: 0 4px 0 16px;
  border-top: 1px solid var(--line);
  /* What can be done with the record has air around it. */
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

/** A record on a phone: what it is, its figures in lines or pairs, then what it opens to. */
export function RecordCard(props: {
  /** The record's name for assistive technology. */
  label: string
  head: ReactNode
  /** Pairs of start and end; the first is the lead line, set larger by its content. */
  lines?: readonly { start: ReactNode; end?: ReactNode }[] | undefined
  fields?: readonly { label: string; value: ReactNode }[] | undefined
  foot?: ReactNode
  detail?: ReactNode
  detailId?: string | undefined
}) {
  const lines = props.lines ?? []
  const fields = props.fields ?? []
  return (
    <Root as="article" aria-label={props.label}>
      <Head>{props.head}</Head>
      {lines.length > 0 && (
        <Lines>
          {lines.map((line, index) => (
            // Lines are places, not things.
            <Line key={index} $isLead={index === 0}>
              <span>{line.start}</span>
              <span>{line.end}</span>
            </Line>
          ))}
        </Lines>
      )}
      {fields.length > 0 && (
        <Pairs>
          {fields.map((field) => (
            <Pair key={field.label}>
              <dt>{field.label}</dt>
              <dd>{field.value}</dd>
            </Pair>
          ))}
        </Pairs>
      )}
      {props.foot !== undefined && <Foot>{props.foot}</Foot>}
      {props.detail !== undefined && <Detail id={props.detailId}>{props.detail}</Detail>}
    </Root>
  )
}
