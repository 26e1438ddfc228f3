import { NotListed, Owed, OwedDifference } from '#src/features/allocations/wallets/owed-cells.tsx'
import { Address } from '#src/records/cells/Address.tsx'
import type { RecordLayout } from '#src/records/record-definition.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import type { AllocationList, DifferenceRow } from '#src/wire/allocation-lists.ts'
import { toLabel } from './difference-text.ts'

type Named = Pick<AllocationList, 'project_id' | 'number'>

/** The wallets that differ between a list and another one, or the present state. */
export function differenceRecord(
  from: Named,
  to: Pick<AllocationList, 'number'> | undefined,
): RecordLayout<DifferenceRow> {
  return {
    label: 'What has changed',
    columns: [
      {
        key: 'wallet',
        label: 'Wallet',
        min: 148,
        cell: (row) => <Wallet row={row} projectId={from.project_id} />,
      },
      {
        key: 'mark',
        label: 'What is special',
        isLabelHidden: true,
        min: 80,
        grow: 1,
        dropBelow: 720,
        cell: (row) => <Mark row={row} to={to} />,
      },
      {
        key: 'from',
        label: `In list ${from.number}`,
        min: 136,
        grow: 0.8,
        align: 'end',
        cell: (row, { privacy }) =>
          row.from === null ? <NotListed /> : <Owed tokens={row.from} isMasked={privacy} isQuiet />,
      },
      {
        key: 'to',
        label: toLabel(to),
        min: 136,
        grow: 0.8,
        align: 'end',
        cell: (row, { privacy }) =>
          row.to === null && to !== undefined ? (
            <NotListed />
          ) : (
            <Owed tokens={row.to ?? '0'} isMasked={privacy} isQuiet />
          ),
      },
      {
        key: 'difference',
        label: 'Difference',
        min: 128,
        grow: 0.8,
        align: 'end',
        cell: (row, { privacy }) => (
          <b style={{ fontWeight: 500 }}>
            <OwedDifference tokens={row.difference} isMasked={privacy} />
          </b>
        ),
      },
    ],
    // The columns that never drop, with their gaps.
    cardsBelow: 612,
    card: (row, { privacy }) => ({
      label: `Wallet ${row.wallet_address}`,
      head: (
        <>
          <Wallet row={row} projectId={from.project_id} isBare />
          <b>
            <OwedDifference tokens={row.difference} isMasked={privacy} />
          </b>
        </>
      ),
      lines: [
        {
          start: (
            <span className="small t3">
              {row.from === null ? (
                `Not in list ${from.number}`
              ) : (
                <>
                  In list {from.number} <Owed tokens={row.from} isMasked={privacy} />
                </>
              )}
            </span>
          ),
          end: (
            <span className="small">
              {row.to === null ? (
                nothingText(to)
              ) : (
                <>
                  {toLabel(to)} <Owed tokens={row.to} isMasked={privacy} />
                </>
              )}
            </span>
          ),
        },
      ],
      foot: null,
    }),
  }
}

const nothingText = (to: Pick<AllocationList, 'number'> | undefined) =>
  to === undefined ? 'Owed nothing now' : `Not in list ${to.number}`

function Wallet(props: { row: DifferenceRow; projectId: string; isBare?: boolean }) {
  return (
    <Address
      value={props.row.wallet_address}
      what="wallet address"
      of={{ kind: 'wallet', projectId: props.projectId }}
      isBare={props.isBare}
    />
  )
}

function Mark(props: { row: DifferenceRow; to: Pick<AllocationList, 'number'> | undefined }) {
  const { from, to } = props.row
  if (from === null) return <Badge tone="line">New wallet</Badge>
  return to === null ? <Badge tone="line">{nothingText(props.to)}</Badge> : null
}
