import { formatId } from '#src/domain/sale/record-formats.ts'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import type { Approval } from '#src/wire/approval.ts'
import { APPROVAL_TEXTS } from './approval-texts.ts'

/** What a request is for, with a link to it: "Void Transaction 48,197", "Reverse Credit 918". */
export function ApprovalSentence({ approval }: { approval: Approval }) {
  const { kind, project_id: project, transaction_id: purchase, reversed_id: credit } = approval
  const transaction = purchase != null && (
    <RecordLink kind="transaction" projectId={project} id={purchase}>
      Transaction {formatId(purchase)}
    </RecordLink>
  )
  switch (kind) {
    case 'credit':
      return transaction ? <span>Add tokens for {transaction}</span> : <span>Add tokens</span>
    case 'void':
      return <span>Void {transaction}</span>
    case 'restore':
      return <span>Restore {transaction}</span>
    case 'reverse':
      return (
        <span>
          Reverse{' '}
          {credit != null && (
            <RecordLink kind="credit" projectId={project} id={credit}>
              Credit {formatId(credit)}
            </RecordLink>
          )}
        </span>
      )
    case 'successor':
      return approval.successor == null ? (
        <span>Remove the successor</span>
      ) : (
        <span>
          Set successor <ShortLink kind="wallet" projectId={project} id={approval.successor} />
        </span>
      )
  }
}

/** The tokens that a wallet gains or loses by an approval, with their sign where there is one. */
export function ApprovalTokens(props: {
  approval: Approval
  isMasked: boolean
  hasUnit?: boolean
  isExact?: boolean
  size?: 'figure'
}) {
  const { approval, isMasked } = props
  const { sign } = APPROVAL_TEXTS[approval.kind]
  return (
    <TokenAmount
      amount={approval.tokens}
      unit={props.hasUnit ? approval.project_id : undefined}
      isMasked={isMasked}
      isExact={props.isExact}
      size={props.size}
      // A credit reads as the amount that was typed.
      sign={approval.kind === 'credit' || sign === null ? undefined : sign}
    />
  )
}
