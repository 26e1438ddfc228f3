import type { ReactNode } from 'react'
import { CARDS } from '#src/records/list/in-cards.ts'
import { styled } from '#src/ui/theme.ts'

/** Labels above values, side by side; one per line on a card. */
export const Facts = styled('dl')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 32px;
  &:not(:last-child) {
    margin-bottom: 16px;
  }
  ${CARDS} {
    display: block;
    margin-bottom: 8px;
  }
`

const Root = styled('div')`
  min-width: 0;
  max-width: 100%;
  & > dt {
    font: var(--t-small);
    color: var(--text-3);
  }
  & > dd {
    display: flex;
    align-items: center;
    min-height: 24px;
    min-width: 0;
    margin-top: 2px;
    overflow-wrap: anywhere;
  }
  /* Text that a cell truncates wraps here. */
  & > dd .trunc {
    white-space: normal;
  }
  ${CARDS} {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 44px;
    & + & {
      border-top: 1px solid var(--line);
    }
    & > dt {
      flex: none;
      max-width: 50%;
    }
    & > dd {
      margin: 0;
      text-align: end;
    }
    & > dd > a {
      padding: 12px 0;
      margin: -12px 0;
    }
  }
`

/** One fact of an opened row. An empty value reads "None". */
export function Fact(props: {
  label: string
  children: ReactNode
  className?: string | undefined
  valueClass?: 'num' | 'mono' | undefined
}) {
  return (
    <Root className={props.className}>
      <dt>{props.label}</dt>
      <dd className={props.valueClass}>{props.children ? props.children : <None />}</dd>
    </Root>
  )
}

/** Stands for a value that a record does not have. */
export function None() {
  return <span className="t3">None</span>
}
