import { noteCount } from '#src/records/cells/note-count.tsx'
import { ProofMark, ProofReasonLine } from '#src/records/cells/ProofMark.tsx'
import { isMarked, PurchaseMarks } from '#src/records/cells/PurchaseMarks.tsx'
import { StatusLabel } from '#src/records/cells/StatusLabel.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Transaction } from '#src/wire/transactions.ts'

/** Beside a proof there is little room for a count of notes. */
const NOTED = 'noted'

/** The proof stands beside the status, where there is room; its reason and the marks under it. */
const Marked = styled('span')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
  min-width: 0;
  & > small {
    flex: 1 1 60px;
    min-width: 60px;
  }
  /* Where the column has no room for the proof beside the status, it stands before its reason. */
  @container list (width < 800px) {
    column-gap: 4px;
    & > small {
      padding-left: 0;
    }
    /* In a list of one project, the count stands before the reason too. */
    &.${NOTED} > small {
      flex-basis: 40px;
      min-width: 40px;
    }
  }
  &.${NOTED} {
    column-gap: 4px;
  }
  & > .marks {
    flex-basis: 100%;
    margin-top: 2px;
  }
`

/** A purchase's status in its row, and what stands beside and under it. */
export function StatusCell({ purchase }: { purchase: Transaction }) {
  const { status, proof, notes } = purchase
  // Most purchases have only a status.
  if (!proof && !notes && !isMarked(purchase)) return <StatusLabel status={status} />
  return (
    <Marked className={notes && proof ? NOTED : undefined}>
      <StatusLabel status={status} />
      <ProofMark proof={proof} />
      {noteCount(notes)}
      <ProofReasonLine proof={proof} />
      <PurchaseMarks purchase={purchase} isShort />
    </Marked>
  )
}
