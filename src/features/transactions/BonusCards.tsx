import { formatType } from '#src/domain/sale/record-formats.ts'
import { Address } from '#src/records/cells/Address.tsx'
import { identifiedRecord } from '#src/records/cells/BonusName.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { styled } from '#src/ui/theme.ts'
import type { BonusParts } from './BonusTable.tsx'

const Title = styled('h2')`
  padding: 12px 0 4px;
  border-top: 1px solid var(--line);
  color: var(--text-3);
  font: var(--t-small);
  font-weight: 500;
`
const Row = styled('li')<{ $isTotal?: boolean }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: ${(p) => (p.$isTotal ? '44px' : '60px')};
  padding: ${(p) => (p.$isTotal ? '0' : '8px 0')};
  ${(p) => (p.$isTotal ? 'font-weight: 600;' : '')}
  & + li {
    border-top: 1px solid var(--line);
  }
  & > div {
    display: grid;
    min-width: 0;
  }
  & > :last-child {
    text-align: end;
  }
  & > div > span {
    color: var(--text-2);
  }
  & > div:last-child {
    flex: none;
    max-width: 60%;
    justify-items: end;
  }
  & > div > .copied {
    display: flex;
    height: 44px;
    margin: -10px 0 -12px;
  }
`

/** The bonuses of one purchase on a phone. */
export function BonusCards({ rows, total, projectId, isMasked }: BonusParts) {
  return (
    <>
      <Title>Bonus transactions</Title>
      <ul>
        {rows.map((row) => (
          <Row key={row.id}>
            <div>
              {formatType(row.type)}
              {row.identifier !== null && (
                <span className="copied">
                  <Address
                    value={row.identifier}
                    what="identifier"
                    of={identifiedRecord(row, projectId)}
                  />
                </span>
              )}
            </div>
            {/* Beside the identifier, so that both are large touch targets. */}
            <div>
              <TokenAmount amount={row.bonus_token_amount} isMasked={isMasked} />
              <Address
                value={row.wallet_address}
                what="wallet address"
                of={{ kind: 'wallet', projectId }}
                isQuiet
                isBare
              />
            </div>
          </Row>
        ))}
        <Row $isTotal>
          <span>Total</span>
          <TokenAmount amount={total} unit={projectId} isMasked={isMasked} />
        </Row>
      </ul>
    </>
  )
}
