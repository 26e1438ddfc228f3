import type { ReactNode } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Row = styled('div')<{ $isTotal: boolean }>`
  /* A figure without room beside its name goes under it, whole. */
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 12px;
  min-height: ${(p) => (p.$isTotal ? 44 : 36)}px;
  color: ${(p) => (p.$isTotal ? 'var(--text-1)' : 'var(--text-2)')};
  ${(p) => (p.$isTotal ? 'font-weight: 600;' : '')}
  & + & {
    border-top: 1px solid var(--line);
  }
  & + &.total {
    border-top-color: var(--line-hover);
  }
  & > dd {
    min-width: 0;
    margin-inline-start: auto;
    padding: 4px 0;
    color: var(--text-1);
    font-variant-numeric: tabular-nums;
    text-align: right;
    overflow-wrap: anywhere;
  }
  & small {
    font: var(--t-small);
    font-weight: 400;
    color: var(--text-3);
  }
  ${MOBILE} {
    min-height: 44px;
  }
`
const List = styled('dl')`
  margin-top: 4px;
`

/** Amounts by name, and their total under a stronger line. */
export function SumList({ children }: { children: ReactNode }) {
  return <List>{children}</List>
}

/** One amount of a SumList. */
export function SumRow(props: {
  label: ReactNode
  /** How many records it adds up: "1 purchase". */
  count?: ReactNode
  isTotal?: boolean | undefined
  children: ReactNode
}) {
  const { isTotal = false } = props
  return (
    <Row $isTotal={isTotal} className={isTotal ? 'total' : ''}>
      <dt>
        {props.label}
        {props.count !== undefined && (
          <>
            {' '}
            <small>{props.count}</small>
          </>
        )}
      </dt>
      <dd>{props.children}</dd>
    </Row>
  )
}
