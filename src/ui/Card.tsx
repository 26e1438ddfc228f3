import { useId, type ReactNode } from 'react'
import { Surface } from './Surface.ts'
import { MOBILE, styled } from './theme.ts'

const Padded = styled(Surface)`
  display: flex;
  flex-direction: column;
  padding: 16px 20px;
  ${MOBILE} {
    padding: 16px;
  }
`
const Content = styled('div')`
  display: contents;
`
const HeadBox = styled('div')`
  container-type: inline-size;
`
// For cards so narrow that the title would break letter by letter beside its options.
const STACKED = `
  grid-template:
    'before title tools' minmax(28px, auto)
    'subtitle subtitle subtitle' auto
    'options options options' auto / auto minmax(0, 1fr) auto;
  --card-options: 12px 0 0;
  --card-subtitle: subtitle;
`
const NARROW = '@container (max-width: 271px)'
// With less padding, the longest title and its options fit on one line.
const TIGHT = '@container (max-width: 296px)'
const NARROW_WITH_TOGGLE = '@container (max-width: 328px)'
const Head = styled('div')`
  display: grid;
  grid-template: 'before title options tools' minmax(28px, auto) / auto minmax(0, 1fr) auto auto;
  align-items: center;
  ${NARROW} {
    ${STACKED}
  }
  ${NARROW_WITH_TOGGLE} {
    &:has([role='group']) {
      ${STACKED}
    }
  }
  ${MOBILE} {
    ${STACKED}
  }
`
const Title = styled('h2')`
  grid-area: title;
  min-width: 0;
  font: var(--t-title);
  letter-spacing: -0.006em;
`
const Subtitle = styled('p')`
  grid-area: var(--card-subtitle, auto / 1 / auto / -1);
  margin-top: 2px;
  font: var(--t-small);
  color: var(--text-3);
  ${MOBILE} {
    margin-top: 4px;
  }
`
const Before = styled('div')`
  grid-area: before;
  margin: 0 8px 0 -6px;
`
const Options = styled('div')`
  grid-area: options;
  margin: var(--card-options, 0 0 0 8px);
  ${TIGHT} {
    margin: var(--card-options, 0 0 0 6px);
    & [role='radio'] {
      padding: 0 4px;
    }
  }
`
// On phones they are taller than the title's line: centred on it. They wrap where a title would break.
const Tools = styled('div')`
  grid-area: tools;
  display: flex;
  align-items: center;
  gap: 4px;
  margin-left: 4px;
  & > [role='group'] {
    margin-left: 4px;
  }
  ${MOBILE} {
    margin: -4px -12px -4px 0;
    flex-wrap: wrap;
    justify-content: flex-end;
    max-width: calc(100cqw - 108px);
  }
`

/** A region named by its title, with tools at the end of the title row. */
export function Card(props: {
  title: ReactNode
  subtitle?: ReactNode
  /** A segmented control at the end of the title row; on a phone below it, at full width. */
  options?: ReactNode
  /** Icon buttons at the end of the title row, after `options`. */
  tools?: ReactNode
  /** Stands before the title, like a back button. */
  before?: ReactNode
  isBusy?: boolean | undefined
  minHeight?: number | undefined
  /** The region's name, where the title is what it shows. */
  label?: string | undefined
  children?: ReactNode
}) {
  const titleId = useId()
  return (
    <Padded
      className="plain"
      {...(props.label === undefined
        ? { 'aria-labelledby': titleId }
        : { 'aria-label': props.label })}
      aria-busy={props.isBusy ?? false}
      {...(props.minHeight === undefined ? {} : { style: { minHeight: props.minHeight } })}
    >
      <HeadBox className="figures">
        <Head>
          {props.before !== undefined && <Before>{props.before}</Before>}
          <Title id={titleId} className={typeof props.title === 'string' ? 'plain' : ''}>
            {props.title}
          </Title>
          {props.options !== undefined && <Options>{props.options}</Options>}
          {props.tools !== undefined && <Tools>{props.tools}</Tools>}
          {props.subtitle !== undefined && <Subtitle>{props.subtitle}</Subtitle>}
        </Head>
      </HeadBox>
      <Content className="figures">{props.children}</Content>
    </Padded>
  )
}
