import { useQueryClient } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useId } from 'react'
import { formatId, formatInstant } from '#src/domain/sale/record-formats.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { Fact } from '#src/records/page/Facts.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button, type ButtonVariant } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Approval } from '#src/wire/approval.ts'
import { useWriteLock } from '#src/writes/use-write-lock.tsx'
import { useWrite } from '#src/writes/use-write.ts'
import { AddressGroups } from './AddressGroups.tsx'
import { approvalQueries } from './approval-queries.ts'
import { APPROVAL_TEXTS } from './approval-texts.ts'
import { ApprovalSentence, ApprovalTokens } from './ApprovalSentence.tsx'
import { decide, isDecided, type Decision } from './decide.ts'

const Content = styled('div')`
  display: grid;
  gap: 16px;
  color: var(--text-2);
`
const List = styled('dl')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px 16px;
  color: var(--text-1);
  & > .wide {
    grid-column: 1 / -1;
  }
  & > .wide > dd {
    display: block;
  }
`

interface DecisionTexts {
  title: string
  verb: string
  busy: string
  back: string
  variant: ButtonVariant
  success: string
  failure: string
  effect: string
}

function textsOf(decision: Decision, { kind }: Approval): DecisionTexts {
  const { noun, effect, nothing } = APPROVAL_TEXTS[kind]
  switch (decision) {
    case 'approve':
      return {
        title: `Approve ${noun}?`,
        verb: 'Approve',
        busy: 'Approving',
        back: 'Cancel',
        variant: 'primary',
        success: `${capitalize(noun)} approved`,
        failure: 'No answer to the approval. The list shows whether it was approved.',
        effect,
      }
    case 'reject':
      return {
        title: `Reject ${noun}?`,
        verb: 'Reject',
        busy: 'Rejecting',
        back: 'Cancel',
        variant: 'danger-fill',
        success: `${capitalize(noun)} rejected`,
        failure: 'No answer to the rejection. The list shows whether it was rejected.',
        effect: `${nothing}. The person can request the ${noun} again.`,
      }
    case 'cancel':
      return {
        title: 'Cancel request?',
        verb: 'Cancel request',
        busy: 'Cancelling',
        back: 'Keep request',
        variant: 'danger-fill',
        success: 'Request cancelled',
        failure: 'No answer. The list shows whether the request was cancelled.',
        effect: `${nothing}, and nobody can approve it any more.`,
      }
  }
}

/** Shows all facts of a request once more, and sends the decision. */
export function DecisionDialog(props: {
  approval: Approval
  decision: Decision
  isMasked: boolean
  onClose: () => void
}) {
  const { approval, isMasked, onClose } = props
  const text = textsOf(props.decision, approval)
  const client = useQueryClient()
  const isOnline = useOnline()
  const textId = useId()
  const lock = useWriteLock()
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      try {
        return await decide(client, approval, props.decision)
      } catch (error) {
        // There is nothing left to decide: the toast says why, and the list what it has become.
        if (await isDecided(client, approval, error)) onClose()
        throw error
      }
    },
    meta: {
      success: text.success,
      failure: text.failure,
      invalidates: [approvalQueries.all],
    },
  })
  const confirm = async () => {
    if (await write()) onClose()
  }
  return (
    <Dialog
      kind="alertdialog"
      title={text.title}
      isOpen
      onClose={onClose}
      hasChanges={false}
      isBusy={isBusy}
      lock={lock}
      describedBy={textId}
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={isBusy} onClick={onClose}>
            {text.back}
          </Button>
          <Button
            variant={text.variant}
            size="lg"
            isBusy={isBusy}
            busyLabel={text.busy}
            disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
            onClick={() => void confirm()}
          >
            {text.verb}
          </Button>
        </>
      }
    >
      <Content id={textId}>
        {isMasked && props.decision === 'approve' && (
          <Notice icon={EyeOff} tone="plain">
            <b>Privacy mode hides the amount.</b> Switch it off to check what you approve.
          </Notice>
        )}
        <ApprovalFacts approval={approval} isMasked={isMasked} />
        <p>{text.effect}</p>
      </Content>
    </Dialog>
  )
}

function ApprovalFacts({ approval, isMasked }: { approval: Approval; isMasked: boolean }) {
  const { project_id: project, transaction_id: transactionId } = approval
  return (
    <List>
      {approval.kind !== 'credit' && (
        <Fact label="Request" className="wide">
          <ApprovalSentence approval={approval} />
        </Fact>
      )}
      <Fact label="Tokens">
        <ApprovalTokens approval={approval} hasUnit isMasked={isMasked} isExact />
      </Fact>
      <Fact label="Project">
        <bdi>{project}</bdi>
      </Fact>
      <Fact label="Wallet" className="wide">
        <AddressGroups address={approval.wallet_address} />
      </Fact>
      <Fact label="Reason" className="wide">
        {approval.reason}
      </Fact>
      {approval.kind === 'credit' && transactionId && (
        <Fact label="For" className="wide">
          Transaction {formatId(transactionId)}
        </Fact>
      )}
      <Fact label="Requested by" className="wide">
        {approval.requested_by}
      </Fact>
      <Fact label="Requested at">
        <DateTime instant={approval.requested_at} text={formatInstant(approval.requested_at)} />
      </Fact>
      <Fact label="Expires at">
        <DateTime instant={approval.expires_at} text={formatInstant(approval.expires_at)} />
      </Fact>
    </List>
  )
}
