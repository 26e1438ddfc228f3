import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFeature } from '#src/api/features.ts'
import { queryOf } from '#src/api/http.ts'
import {
  chainResult,
  differingField,
  isOtherPayer,
  paidText,
  paidTexts,
  type DifferingField,
} from '#src/domain/sale/proof-text.ts'
import { formatType } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { None } from '#src/records/page/Facts.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { chainCalls } from '#src/wire/chains.ts'
import type { Proof } from '#src/wire/proofs.ts'
import type { Transaction } from '#src/wire/transactions.ts'

const { listChains } = chainCalls

const Table = styled('table')`
  width: 100%;
  table-layout: fixed;
  border: 1px solid var(--line);
  border-collapse: separate;
  border-spacing: 0;
  border-radius: var(--r-md);
  background: var(--bg);
  font-variant-numeric: tabular-nums;
  overflow: clip;
  & td,
  & th {
    padding: 8px 12px;
    font-weight: 400;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  & thead th {
    font: var(--t-small);
    color: var(--text-3);
  }
  & thead th:first-child {
    width: 120px;
  }
  & tbody th {
    color: var(--text-3);
  }
  & tbody > tr > * {
    border-top: 1px solid var(--line);
  }
  & td.off {
    background: var(--negative-tint);
    color: var(--negative);
    font-weight: 500;
  }
  & small {
    display: block;
    font: var(--t-small);
    color: var(--text-3);
  }
  & td.off small {
    color: inherit;
  }
  ${MOBILE} {
    display: block;
    font-size: 14px;
    & thead,
    & tbody {
      display: block;
    }
    & tr {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    /* The name of a field is a line over its two values. */
    & tbody th {
      grid-column: 1 / -1;
      padding: 6px 12px;
      background: var(--surface-2);
      font: var(--t-small);
    }
    & thead th:first-child {
      position: absolute;
      clip-path: inset(50%);
    }
  }
`

/** What a purchase claims beside what the chain has; the one value that differs is marked. */
export function ProofTable(props: { transaction: Transaction; proof: Proof; isMasked: boolean }) {
  const { transaction, proof, isMasked } = props
  const { project_id: project, wallet_address: wallet } = transaction
  const off = differingField(proof)
  const [claimed, paid] = amountsOf(props)
  const receivers = useReceivers(project, proof.chain_id)
  const { payer, receiver } = proof
  return (
    <Table aria-label="Purchase and chain">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">Field</span>
          </th>
          <th scope="col">Purchase</th>
          <th scope="col">On chain</th>
        </tr>
      </thead>
      <tbody>
        <Row
          field="amount"
          label="Amount"
          off={off}
          purchase={
            <>
              {claimed === null ? <None /> : <MaskedSentence text={claimed} />}
              <Together proof={proof} isMasked={isMasked} />
            </>
          }
          chain={paid === null ? <None /> : <MaskedSentence text={paid} />}
        />
        <Row
          field="receiver"
          label="Receiver"
          off={off}
          purchase={<Receivers addresses={receivers} />}
          chain={receiver === null ? <None /> : <Short address={receiver} />}
        />
        <Row
          label="Payer"
          off={off}
          purchase={
            <>
              <ShortLink kind="wallet" projectId={project} id={wallet} />
              <small>The wallet</small>
            </>
          }
          chain={
            payer === null ? (
              <None />
            ) : (
              <>
                <Short address={payer} />
                <small>
                  {isOtherPayer(transaction, proof) ? 'Another address' : 'The same address'}
                </small>
              </>
            )
          }
        />
        <Row
          field="result"
          label="Result"
          off={off}
          purchase={formatType(transaction.status)}
          chain={chainResult(proof) ?? <None />}
        />
      </tbody>
    </Table>
  )
}

function Row(props: {
  field?: DifferingField
  label: string
  /** The field that differs. */
  off: DifferingField | null
  purchase: ReactNode
  chain: ReactNode
}) {
  const { field, off } = props
  return (
    <tr>
      <th scope="row">{props.label}</th>
      <td>{props.purchase}</td>
      <td className={field !== undefined && field === off ? 'off' : undefined}>{props.chain}</td>
    </tr>
  )
}

/** What the purchase claims and what was paid, as texts. */
function amountsOf(props: {
  transaction: Transaction
  proof: Proof
  isMasked: boolean
}): [string | null, string | null] {
  const { transaction, proof, isMasked } = props
  const { payment_token_amount: claimed, payment_token_name: symbol } = transaction
  const { amount, token } = proof
  const isSameToken = token?.toLowerCase() === symbol?.toLowerCase()
  if (claimed !== null && amount !== null && isSameToken)
    return paidTexts(claimed, amount, symbol, isMasked)
  return [
    claimed === null ? null : paidText(claimed, symbol, isMasked),
    amount === null ? null : paidText(amount, token, isMasked),
  ]
}

/** What all purchases with the hash claim, where it is used twice. */
function Together({ proof: { claims, token }, isMasked }: { proof: Proof; isMasked: boolean }) {
  if (claims === null) return null
  const count = isMasked ? mask('count') : String(claims.purchases)
  return (
    <small>
      <MaskedSentence
        text={`${paidText(claims.amount, token, isMasked)} by ${count} purchases together`}
      />
    </small>
  )
}

function Short({ address }: { address: string }) {
  return (
    <span className="mono" title={address}>
      {shortAddress(address)}
    </span>
  )
}

function Receivers({ addresses }: { addresses: readonly string[] | undefined }) {
  const [only, ...others] = addresses ?? []
  if (only === undefined) return 'Your receiver'
  return others.length === 0 ? <Short address={only} /> : `One of ${others.length + 1} receivers`
}

/** The project's receivers on a chain; undefined while they are not known, and after it was disconnected. */
function useReceivers(projectId: string, chainId: number | null): readonly string[] | undefined {
  const isKnown = useFeature('chain')
  const { data } = useQuery({
    ...queryOf(listChains, { params: { id: projectId } }),
    enabled: isKnown && chainId !== null,
    meta: { keep: listChains.response },
  })
  return data?.find(({ chain_id: id }) => id === chainId)?.receivers
}
