import { PROOF_OPTIONS } from '#src/domain/sale/proof-text.ts'
import { ProofShield } from '#src/records/cells/ProofMark.tsx'
import type { ListFilter } from '#src/records/record-definition.ts'

/** What the chain says of purchases; the marks of its options explain those in the rows. */
export const PROOF_FILTER = {
  name: 'proof',
  label: 'Proof',
  allLabel: 'Any proof',
  options: PROOF_OPTIONS.map((option) => ({
    ...option,
    mark: <ProofShield state={option.value} />,
  })),
  accepts: (state) => PROOF_OPTIONS.some(({ value }) => value === state),
} satisfies ListFilter
