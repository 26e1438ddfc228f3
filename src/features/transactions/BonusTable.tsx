import { formatType } from '#src/domain/sale/record-formats.ts'
import { Address } from '#src/records/cells/Address.tsx'
import { identifiedRecord } from '#src/records/cells/BonusName.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { styled } from '#src/ui/theme.ts'
import type { BonusTransaction } from '#src/wire/transactions.ts'

const Table = styled('table')`
  width: 100%;
  table-layout: fixed;
  border: 1px solid var(--line);
  border-radius: 8px;
  border-spacing: 0;
  overflow: hidden;
  background: var(--surface-1);
  & th,
  & td {
    height: 40px;
    padding: 0 8px;
    overflow: hidden;
    text-align: left;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 400;
    border-top: 1px solid var(--line);
  }
  & thead th {
    height: 36px;
    border-top: 0;
    color: var(--text-3);
    font: var(--t-small);
    font-weight: 500;
  }
  & th:first-child,
  & td:first-child {
    padding-left: 16px;
  }
  & th:last-child,
  & td:last-child {
    padding-right: 16px;
    text-align: right;
  }
  & tfoot {
    background: var(--surface-2);
  }
  & tfoot th,
  & tfoot td {
    font-weight: 500;
  }
`

export interface BonusParts {
  rows: readonly BonusTransaction[]
  /** The exact sum, a decimal string. */
  total: string
  /** Its tokens are the unit of the amounts. */
  projectId: string
  isMasked: boolean
}

/** The bonuses of one purchase and their sum. */
export function BonusTable({ rows, total, projectId, isMasked }: BonusParts) {
  return (
    <Table aria-label="Bonus transactions">
      <thead>
        <tr>
          <th scope="col" style={{ width: 120 }}>
            Bonus type
          </th>
          <th scope="col">Identifier</th>
          <th scope="col" style={{ width: 144 }}>
            Wallet
          </th>
          <th scope="col" style={{ width: 176 }}>
            Bonus tokens
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{formatType(row.type)}</td>
            <td>
              {row.identifier === null ? (
                <span className="t3">None</span>
              ) : (
                <Address
                  value={row.identifier}
                  what="identifier"
                  of={identifiedRecord(row, projectId)}
                />
              )}
            </td>
            <td>
              <Address
                value={row.wallet_address}
                what="wallet address"
                of={{ kind: 'wallet', projectId }}
                isQuiet
                isBare
              />
            </td>
            <td>
              <TokenAmount amount={row.bonus_token_amount} unit={projectId} isMasked={isMasked} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            Total
          </th>
          <td>
            <TokenAmount amount={total} unit={projectId} isMasked={isMasked} />
          </td>
        </tr>
      </tfoot>
    </Table>
  )
}
