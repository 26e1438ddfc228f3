import { RecordProject } from '#src/projects/ProjectName.tsx'
import { Address } from '#src/records/cells/Address.tsx'
import { RowDateTime } from '#src/records/cells/DateTime.tsx'
import { None } from '#src/records/page/Facts.tsx'
import type { RecordColumn, RecordLayout } from '#src/records/record-definition.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Approval } from '#src/wire/approval.ts'
import { ApprovalSentence, ApprovalTokens } from './ApprovalSentence.tsx'
import type { Decision } from './decide.ts'

type OnDecide = (approval: Approval, decision: Decision) => void

/** A row has room for two lines; the dialogs show the whole text. */
const TwoLines = styled('span')`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  white-space: normal;
  color: var(--text-2);
`
const Request = styled('span')`
  display: grid;
  min-width: 0;
  padding: 4px 0;
  white-space: normal;
`
const Stack = styled('span')`
  display: grid;
  min-width: 0;
`
const Actions = styled('span')`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  ${MOBILE} {
    width: 100%;
    & > button {
      flex: 1;
    }
  }
`

/**
 * Requests for credits and corrections, with their decisions.
 * @param isOfWallet on a wallet's page, which names the project and the wallet
 */
export function approvalRecord(onDecide: OnDecide, isOfWallet: boolean): RecordLayout<Approval> {
  const place: RecordColumn<Approval>[] = [
    {
      key: 'project',
      label: 'Project',
      min: 72,
      cell: (row, context) => <RecordProject row={row} context={context} />,
    },
    {
      key: 'wallet',
      label: 'Wallet',
      min: 140,
      cell: (row) => (
        <Address value={row.wallet_address} what="wallet address" of={walletOf(row)} />
      ),
    },
  ]
  return {
    label: 'Requests',
    columns: [
      ...(isOfWallet ? [] : place),
      {
        key: 'tokens',
        label: 'Tokens',
        min: 120,
        // The first column of a table starts at its edge.
        ...(isOfWallet ? {} : { align: 'end' as const }),
        // The dialogs show all decimals.
        cell: (row, { privacy }) => <ApprovalTokens approval={row} isMasked={privacy} />,
      },
      {
        key: 'reason',
        label: 'Request',
        min: 120,
        grow: 1,
        cell: (row) => (
          <Request>
            <ApprovalSentence approval={row} />
            {row.reason && <TwoLines title={row.reason}>{row.reason}</TwoLines>}
          </Request>
        ),
      },
      {
        key: 'requested',
        label: 'Requested by',
        min: 152,
        cell: (row, { now }) => (
          <Stack>
            <span className="t2 trunc" title={row.requested_by}>
              {row.requested_by}
            </span>
            <RowDateTime instant={row.requested_at} now={now} />
          </Stack>
        ),
      },
      {
        key: 'expires',
        label: 'Expires',
        min: 88,
        cell: (row, { now }) => <RowDateTime instant={row.expires_at} now={now} />,
      },
      {
        key: 'act',
        isWrite: true,
        label: 'Actions',
        min: 140,
        align: 'end',
        isLabelHidden: true,
        cell: (row) => <DecisionButtons approval={row} onDecide={onDecide} />,
      },
    ],
    cardsBelow: isOfWallet ? 708 : 944,
    card: (row, context) => ({
      label: `${row.project_id} request ${row.id}`,
      head: (
        <>
          <RecordProject row={row} context={context} />
          <RowDateTime instant={row.requested_at} now={context.now} />
        </>
      ),
      lines: [
        {
          start: (
            <ApprovalTokens
              approval={row}
              hasUnit
              isMasked={context.privacy}
              isExact
              size="figure"
            />
          ),
        },
        { start: <ApprovalSentence approval={row} /> },
        { start: row.reason ? row.reason : <None /> },
        ...(isOfWallet
          ? []
          : [
              {
                start: (
                  <Address
                    value={row.wallet_address}
                    what="wallet address"
                    of={walletOf(row)}
                    isQuiet
                  />
                ),
              },
            ]),
        { start: <span className="t3 small">By {row.requested_by}</span> },
        {
          start: <span className="t3 small">Expires</span>,
          end: <RowDateTime instant={row.expires_at} now={context.now} />,
        },
      ],
      foot: (
        <span className="action" style={{ flex: 1, paddingRight: 12 }}>
          <DecisionButtons approval={row} onDecide={onDecide} />
        </span>
      ),
    }),
  }
}

const walletOf = (row: Approval) => ({ kind: 'wallet', projectId: row.project_id }) as const

function DecisionButtons({ approval, onDecide }: { approval: Approval; onDecide: OnDecide }) {
  const mayWrite = useMayWrite()
  const disabledReason = useOnline() ? undefined : OFFLINE_REFUSAL
  if (!mayWrite) return null
  const button = (decision: Decision, text: string) => (
    <Button size="sm" disabledReason={disabledReason} onClick={() => onDecide(approval, decision)}>
      {text}
    </Button>
  )
  // Nobody decides what they have requested themselves.
  if (approval.is_own === 1) return <Actions>{button('cancel', 'Cancel request')}</Actions>
  return (
    <Actions>
      {button('reject', 'Reject')}
      {button('approve', 'Approve')}
    </Actions>
  )
}
