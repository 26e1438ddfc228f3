import { formatPaid } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import type { Settlement } from '#src/wire/settlement.ts'
import { FigureTable, Note } from './figure-table.ts'
import { Count, RowsHead, Usd } from './LineTable.tsx'
import { RowsLink } from './RowsLink.tsx'
import { tokenName, tokenRounding } from './settlement-lines.ts'

/** The completed purchases by payment token, and their total. */
export function TokenTable(props: {
  projectId: string
  range: TimeRange
  figures: Settlement
  isMasked: boolean
}) {
  const { figures, isMasked } = props
  const rounding = tokenRounding(figures)
  return (
    <FigureTable aria-label="Completed purchases">
      <thead>
        <tr>
          <th scope="col">Payment token</th>
          <th scope="col" className="wide">
            Amount
          </th>
          <th scope="col" className="medium">
            Purchases
          </th>
          <th scope="col" className="wide">
            USD
          </th>
          <RowsHead />
        </tr>
      </thead>
      <tbody>
        {figures.by_token.map((token) => (
          <TokenRow key={token.payment_token_name} {...props} token={token} />
        ))}
        {rounding !== null && (
          <tr>
            <th scope="row" colSpan={3}>
              Rounding <Note>each line is rounded once</Note>
            </th>
            <td className="figure" colSpan={2}>
              <Usd amount={rounding} isMasked={isMasked} />
            </td>
          </tr>
        )}
        <tr className="total">
          <th scope="row" colSpan={2}>
            Total
          </th>
          <CountCell count={figures.purchases} isMasked={isMasked} />
          <td className="figure" colSpan={2}>
            <Usd amount={figures.gross_usd} isMasked={isMasked} />
          </td>
        </tr>
      </tbody>
    </FigureTable>
  )
}

function TokenRow(props: {
  projectId: string
  range: TimeRange
  token: Settlement['by_token'][number]
  isMasked: boolean
}) {
  const { token, isMasked } = props
  const { payment_token_name: symbol, amount } = token
  const name = tokenName(symbol)
  return (
    <tr className={symbol === '' ? '' : 'linked'}>
      <th scope="row" className="name strong">
        <span className="trunc" title={name}>
          {name}
        </span>
      </th>
      <td className="part quiet">
        <PartLabel>Amount</PartLabel>
        <span {...(isMasked ? {} : { title: amount })}>
          <Figure text={isMasked ? mask('amount') : formatPaid(amount, symbol)} />
        </span>
      </td>
      <CountCell count={token.purchases} isMasked={isMasked} isQuiet />
      <td className="figure" {...(symbol === '' ? { colSpan: 2 } : {})}>
        <Usd amount={token.usd} isMasked={isMasked} />
      </td>
      {/* The list can not be filtered by no token. */}
      {symbol !== '' && (
        <td className="link">
          <RowsLink
            projectId={props.projectId}
            range={props.range}
            line={name}
            rows={{
              is: 'purchases',
              status: 'completed',
              values: { payment_token: [symbol] },
            }}
          />
        </td>
      )}
    </tr>
  )
}

function CountCell(props: { count: number; isMasked: boolean; isQuiet?: boolean }) {
  return (
    <td className={`part ${props.isQuiet ? 'quiet' : ''}`}>
      <PartLabel>Purchases</PartLabel>
      <span>
        <Count count={props.count} isMasked={props.isMasked} />
      </span>
    </td>
  )
}

/** A column's heading before its figure, on phones; the heading itself is read out there too. */
function PartLabel({ children }: { children: string }) {
  return (
    <span className="label" aria-hidden>
      {children}
    </span>
  )
}
