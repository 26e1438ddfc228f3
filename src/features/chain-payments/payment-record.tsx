import { formatId, formatRecent } from '#src/domain/sale/record-formats.ts'
import { formatDuration } from '#src/domain/time/format-time.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { DateTime, RowDateTime } from '#src/records/cells/DateTime.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { visibleBelow } from '#src/records/list/Table.tsx'
import type { RecordColumn, RecordDefinition, RowContext } from '#src/records/record-definition.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import {
  chainPaymentCalls,
  type ChainPayment,
  type ChainPaymentState,
} from '#src/wire/chain-payments.ts'
import { NotesButton } from './NotesButton.tsx'
import { PaidAmount, Payer, PaymentExplorer, PaymentHash } from './payment-cells.tsx'
import { chainName } from './payment-text.ts'

export interface PaymentActions {
  onCredit: (payment: ChainPayment) => void
  onDismiss: (payment: ChainPayment) => void
  onNotes: (payment: ChainPayment) => void
}

/** Below these table widths in px, the hash is an icon, and the chain stands under the time. */
const HASH_FROM = 1048
const CHAIN_FROM = 884

const UNIT_SLOT = 44
/** A payment's buttons, with a count of notes of one digit. */
const ACTIONS_PX = 218

const Actions = styled('span')`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 4px;
`
const Ended = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  & > :first-child {
    flex: 1;
    min-width: 0;
  }
`
const Buttons = styled('span')`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 8px;
  margin-right: 12px;
  & > button,
  & > span > button {
    flex: 1;
  }
  ${MOBILE} {
    & > a {
      margin: 0;
    }
  }
`
const Dismissed = styled('div')`
  padding: 8px 0;
  white-space: normal;
  overflow-wrap: anywhere;
  & > small {
    display: block;
    font: var(--t-small);
    color: var(--text-3);
  }
`

const TITLES: Record<ChainPaymentState, { title: string; text: string }> = {
  open: {
    title: 'No payments without a purchase',
    text: 'Every payment that reached a receiver belongs to a purchase.',
  },
  matched: {
    title: 'No matched payments',
    text: 'A payment stands here once a later purchase names its transaction.',
  },
  dismissed: {
    title: 'No dismissed payments',
    text: 'Payments that you dismiss stay here, with your reason.',
  },
}

/** Payments in a state: open ones can be credited and dismissed, the others say what has become of them. */
export function paymentRecord(
  state: ChainPaymentState,
  actions: PaymentActions,
): RecordDefinition<ChainPayment> {
  const { title, text } = TITLES[state]
  return {
    label: 'Payments',
    list: { call: chainPaymentCalls.listChainPayments, idOf: ({ id }) => id },
    isNewestFirst: true,
    live: { kinds: ['notes'], noun: 'payment' },
    emptyTitle: title,
    filledBy: text,
    columns: [
      {
        key: 'project',
        label: 'Project',
        min: 72,
        grow: 0.4,
        cell: (row, { colours }) => <ProjectName name={row.project_id} colours={colours} />,
      },
      { key: 'payer', label: 'Payer', min: 138, cell: (row) => <Payer payment={row} /> },
      {
        key: 'amount',
        label: 'Amount',
        min: 124,
        grow: 0.8,
        inOneProject: { grow: 1 },
        align: 'end',
        endSlot: UNIT_SLOT,
        cell: (row, { privacy }) => (
          <PaidAmount payment={row} isMasked={privacy} slot={UNIT_SLOT} />
        ),
      },
      {
        key: 'chain',
        label: 'Chain',
        min: 132,
        grow: 1,
        startSlot: 16,
        dropBelow: CHAIN_FROM,
        cell: (row) => <Chain payment={row} />,
      },
      {
        key: 'hash',
        label: 'Transaction hash',
        min: 148,
        dropBelow: HASH_FROM,
        cell: (row) => <PaymentHash payment={row} />,
      },
      {
        key: 'time',
        label: 'Time',
        min: 92,
        cell: (row, context) => <Time {...{ row, context }} />,
      },
      lastColumn(state, actions),
    ],
    // The columns that never drop, with their gaps.
    cardsBelow: 716,
    card: (row, { colours, privacy, now }) => ({
      label: `Payment of ${row.payer}`,
      head: (
        <>
          <ProjectName name={row.project_id} colours={colours} />
          <RowDateTime instant={row.at} now={now} />
        </>
      ),
      lines: [
        {
          start: <PaidAmount payment={row} isMasked={privacy} />,
          end: <Chain payment={row} />,
        },
        {
          start: (
            <>
              <span className="t3">From</span> <Payer payment={row} />
            </>
          ),
          end:
            state === 'open' ? (
              <NotesButton payment={row} onOpen={actions.onNotes} isInLine />
            ) : (
              <PaymentExplorer payment={row} />
            ),
        },
        ...(state === 'open'
          ? []
          : [
              {
                start: <Outcome row={row} now={now} />,
                end: <NotesButton payment={row} onOpen={actions.onNotes} isInLine />,
              },
            ]),
      ],
      foot: state === 'open' ? <CardActions payment={row} {...actions} /> : null,
    }),
  }
}

function lastColumn(state: ChainPaymentState, actions: PaymentActions): RecordColumn<ChainPayment> {
  if (state === 'open') {
    return {
      key: 'actions',
      label: 'Actions',
      min: ACTIONS_PX,
      align: 'end',
      isLabelHidden: true,
      cell: (row) => <RowActions payment={row} {...actions} />,
    }
  }
  return {
    key: 'outcome',
    label: state === 'matched' ? 'Purchase' : 'Dismissed',
    min: ACTIONS_PX,
    grow: 1.4,
    startSlot: 16,
    cell: (row, { now }) => (
      <Ended>
        <Outcome row={row} now={now} hasExplorer />
        <NotesButton payment={row} onOpen={actions.onNotes} />
      </Ended>
    ),
  }
}

function Chain({ payment }: { payment: ChainPayment }) {
  const name = chainName(payment)
  return (
    <span className="t2 trunc" title={name}>
      {name}
    </span>
  )
}

function Time({ row, context }: { row: ChainPayment; context: RowContext<ChainPayment> }) {
  const age = context.now.getTime() - Date.parse(row.at)
  return (
    <>
      <DateTime className="t3 small" instant={row.at} text={`${formatDuration(age)} ago`} />
      <div className={visibleBelow(CHAIN_FROM)}>
        <div className="t3 small trunc" title={chainName(row)}>
          {chainName(row)}
        </div>
      </div>
    </>
  )
}

function RowActions(props: { payment: ChainPayment } & PaymentActions) {
  const { payment, onCredit, onDismiss } = props
  const mayWrite = useMayWrite()
  const disabledReason = useOnline() ? undefined : OFFLINE_REFUSAL
  return (
    <Actions>
      <span className={visibleBelow(HASH_FROM)}>
        <PaymentExplorer payment={payment} />
      </span>
      <NotesButton payment={payment} onOpen={props.onNotes} />
      {mayWrite && (
        <>
          <Button size="sm" disabledReason={disabledReason} onClick={() => onCredit(payment)}>
            Add Tokens
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabledReason={disabledReason}
            onClick={() => onDismiss(payment)}
          >
            Dismiss
          </Button>
        </>
      )}
    </Actions>
  )
}

function CardActions({ payment, onCredit, onDismiss }: { payment: ChainPayment } & PaymentActions) {
  const mayWrite = useMayWrite()
  const disabledReason = useOnline() ? undefined : OFFLINE_REFUSAL
  return (
    <Buttons className="action">
      {mayWrite && (
        <>
          <Button disabledReason={disabledReason} onClick={() => onCredit(payment)}>
            Add Tokens
          </Button>
          <Button
            variant="ghost"
            disabledReason={disabledReason}
            onClick={() => onDismiss(payment)}
          >
            Dismiss
          </Button>
        </>
      )}
      <PaymentExplorer payment={payment} />
    </Buttons>
  )
}

/** The purchase that names the payment now, or who dismissed it, when and why. */
function Outcome(props: { row: ChainPayment; now: Date; hasExplorer?: boolean }) {
  const { row, now, hasExplorer = false } = props
  const { transaction_id: purchase, dismissed_at: at, dismissed_by: by } = row
  const explorer = hasExplorer && (
    <span className={visibleBelow(HASH_FROM)}>
      <PaymentExplorer payment={row} />
    </span>
  )
  if (purchase !== null && row.state === 'matched') {
    return (
      <Actions style={{ justifyContent: 'flex-start' }}>
        <RecordLink
          kind="transaction"
          projectId={row.project_id}
          id={purchase}
          label={`Transaction ${purchase}`}
        >
          <span className="num">Transaction {formatId(purchase)}</span>
        </RecordLink>
        {explorer}
      </Actions>
    )
  }
  return (
    <Dismissed>
      {row.dismissed_reason}
      <small>
        {by}
        {at !== null && (
          <>
            , <DateTime instant={at} text={formatRecent(at, now)} />
          </>
        )}
        {explorer}
      </small>
    </Dismissed>
  )
}
