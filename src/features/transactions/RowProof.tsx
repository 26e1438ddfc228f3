import { Link } from 'wouter'
import { proofReasonText, proofSentence, proofStateText } from '#src/domain/sale/proof-text.ts'
import { shieldOf } from '#src/records/cells/ProofMark.tsx'
import { useRecordHref } from '#src/records/cells/RecordLink.tsx'
import { serverNow } from '#src/state/clock.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { doesCount } from './purchase-facts.ts'

const Above = styled('div')`
  margin-bottom: 16px;
`

/** In the opened row of a purchase that differs from the chain: how, and the way to all that is known. */
export function RowProof(props: { transaction: Transaction; isMasked: boolean }) {
  const { transaction, isMasked } = props
  const { proof, project_id: projectId, id } = transaction
  const hrefOf = useRecordHref()
  if (proof?.state !== 'differs') return null
  const href = hrefOf('transaction', projectId, id)
  const title = proofReasonText(proof) ?? proofStateText(proof.state)
  const text = proofSentence(transaction, proof, { now: new Date(serverNow()), isMasked })
  return (
    <Above>
      <Notice
        icon={shieldOf(proof.state)}
        tone="bad"
        action={href !== null && <Link href={href}>Show the proof</Link>}
      >
        <b>{title}.</b> <MaskedSentence text={text} />
        {doesCount(transaction) && ' It counts in the figures all the same.'}
      </Notice>
    </Above>
  )
}
