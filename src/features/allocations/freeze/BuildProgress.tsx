import { CircleAlert } from 'lucide-react'
import { formatToSecond } from '#src/domain/sale/record-formats.ts'
import { BuiltText } from '#src/features/allocations/lists/list-cells.tsx'
import { builtPart } from '#src/features/allocations/lists/list-text.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { styled } from '#src/ui/theme.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'

const Head = styled('div')`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 12px;
  margin-bottom: 6px;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
  & > :first-child {
    color: var(--text-1);
    font-weight: 500;
  }
`

/** How far the build of a list is, or why it was not built. */
export function BuildProgress({ list, isMasked }: { list: AllocationList; isMasked: boolean }) {
  if (list.state === 'failed')
    return (
      <Notice icon={CircleAlert} tone="bad">
        <b>List {list.number} was not built.</b> {list.failure} You can freeze another one.
      </Notice>
    )
  return (
    <>
      <div>
        <Head>
          <span>Building list {list.number}</span>
          <span>
            <BuiltText list={list} isMasked={isMasked} />
          </span>
        </Head>
        <ProgressBar label={`Building list ${list.number}`} value={builtPart(list)} isThick />
      </div>
      <p>
        {list.wallets === null ? (
          'All rows come from one snapshot, which is being taken.'
        ) : (
          <>
            All rows are from one snapshot, taken{' '}
            <b className="num">{formatToSecond(list.as_of)}</b>. Purchases that arrive now are not
            in it.
          </>
        )}{' '}
        You can close this window; the build continues.
      </p>
    </>
  )
}
