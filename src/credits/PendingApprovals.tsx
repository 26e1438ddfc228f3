import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { formatAge } from '#src/domain/time/format-time.ts'
import { RecordLinks } from '#src/records/cells/RecordLink.tsx'
import { WholeList } from '#src/records/list/WholeList.tsx'
import type { RowContext } from '#src/records/record-definition.ts'
import { isSameWallet, type WalletName } from '#src/records/wallet-queries.ts'
import { describeError } from '#src/session/describe-error.ts'
import { useOnline } from '#src/session/use-online.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import type { Approval } from '#src/wire/approval.ts'
import { usePendingApprovals } from './approval-queries.ts'
import { approvalRecord } from './approval-record.tsx'
import type { Decision } from './decide.ts'
import { DecisionDialog } from './DecisionDialog.tsx'

const TITLE = 'Waiting for approval'
const idOf = ({ id }: Approval) => id
const noAction = () => undefined

/**
 * The credits and corrections that wait for a second person, in the selected projects, for one wallet, or for one of
 * its purchases. Nothing while there are none, and on a server without approvals.
 */
export function PendingApprovals(props: { wallet?: WalletName; transactionId?: string }) {
  const { wallet, transactionId } = props
  const { selected, colours } = useProjects()
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const isOnline = useOnline()
  const project = wallet?.project_id
  const query = usePendingApprovals(project === undefined ? selected : [project])
  const [open, setOpen] = useState<{ approval: Approval; decision: Decision } | null>(null)
  const isOfWallet = wallet !== undefined
  const record = useMemo(
    () => approvalRecord((approval, decision) => setOpen({ approval, decision }), isOfWallet),
    [isOfWallet],
  )
  const context = useMemo<RowContext<Approval>>(
    () => ({ colours, privacy, now: new Date(asOf), onAction: noAction }),
    [colours, privacy, asOf],
  )
  const rows = query.data?.filter(
    (row) =>
      (!wallet || isSameWallet(wallet, row)) &&
      (transactionId === undefined || row.transaction_id === transactionId),
  )
  return (
    <>
      {rows !== undefined && rows.length > 0 && (
        <Panel
          title={TITLE}
          end={
            <span>
              {pluralize(rows.length, 'request')}
              {/* Their age may differ from that of the page. */}
              {(!isOnline || query.isError) && `, as of ${formatAge(query.dataUpdatedAt)}`}
            </span>
          }
        >
          <RecordLinks>
            <WholeList record={record} context={context} rows={rows} idOf={idOf} />
          </RecordLinks>
        </Panel>
      )}
      {/* Offline, the page itself shows that nothing is saved. */}
      {rows === undefined && query.isError && isOnline && (
        <Panel title={TITLE}>
          <ErrorState
            title="Requests did not load"
            text={describeError(query.error)}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        </Panel>
      )}
      {/* It stays when the request that it is about leaves the list. */}
      {open && <DecisionDialog {...open} isMasked={privacy} onClose={() => setOpen(null)} />}
    </>
  )
}
