import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Icon } from '#src/ui/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Sorting, SortKey } from './details-rows.ts'

const Head = styled('div')<{ $isEnd: boolean }>`
  display: flex;
  justify-content: ${(p) => (p.$isEnd ? 'flex-end' : 'flex-start')};
`
const Root = styled('button')<{ $isOn: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  height: 24px;
  border-radius: 4px;
  font: var(--t-small);
  font-weight: 500;
  color: ${(p) => (p.$isOn ? 'var(--text-1)' : 'var(--text-3)')};
  ${MOBILE} {
    height: 44px;
  }
`

/** The head of a column: sorts by it, and says how it is sorted. */
export function SortButton(props: {
  label: string
  column: SortKey
  sorting: Sorting
  onSort: () => void
}) {
  const { sorting, column } = props
  const isOn = sorting.key === column
  const direction = sorting.isDescending ? 'descending' : 'ascending'
  const icon = !isOn ? ChevronsUpDown : sorting.isDescending ? ArrowDown : ArrowUp
  return (
    <Head role="columnheader" aria-sort={isOn ? direction : 'none'} $isEnd={column !== 'label'}>
      <Root type="button" $isOn={isOn} onClick={props.onSort}>
        {props.label}
        <Icon of={icon} size={12} />
      </Root>
    </Head>
  )
}
