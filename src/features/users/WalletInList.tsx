import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { useFeature } from '#src/api/features.ts'
import { queryOf, send } from '#src/api/http.ts'
import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { fromUnits } from '#src/domain/money/token-units.ts'
import { formatRecent } from '#src/domain/sale/record-formats.ts'
import { allocationProof } from '#src/records/allocation-proof.ts'
import { CopyProof } from '#src/records/cells/CopyProof.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import type { WalletName } from '#src/records/wallet-queries.ts'
import { filters } from '#src/state/filters.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { allocationListCalls, type AllocationList } from '#src/wire/allocation-lists.ts'
import { allocationCalls, allocationSchema } from '#src/wire/allocations.ts'
import { MAX_PAGE_SIZE } from '#src/wire/paging.ts'

const { listAllocationLists } = allocationListCalls
const { listAllocations } = allocationCalls

const Root = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: 4px 12px;
  margin: 8px -20px -16px;
  padding: 12px 20px;
  background: var(--bg);
  border-top: 1px solid var(--line);
  border-radius: 0 0 11px 11px;
  & small {
    display: block;
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
  ${MOBILE} {
    margin: 8px -16px -16px;
    padding: 12px 16px;
  }
`
const Name = styled('span')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
`
const End = styled('div')`
  display: grid;
  justify-items: end;
  gap: 4px;
  margin-inline-start: auto;
  min-width: 0;
  text-align: end;
`

/** What the latest list of the project has for this wallet, and its proof; nothing without a list. */
export function WalletInList(props: { wallet: WalletName; isMasked: boolean }) {
  const { project_id } = props.wallet
  const isServed = useFeature('allocations')
  const { data } = useQuery({
    ...queryOf(listAllocationLists, { query: { project_id, page: 1, limit: MAX_PAGE_SIZE } }),
    enabled: isServed,
    meta: { keep: listAllocationLists.response },
  })
  const lists = data?.results ?? []
  const ready = lists.find(({ state }) => state === 'ready')
  if (ready) return <InLatest {...props} list={ready} />
  const withdrawn = lists.find(({ state }) => state === 'withdrawn')
  return withdrawn ? <InWithdrawn {...props} list={withdrawn} /> : null
}

interface InListProps {
  wallet: WalletName
  list: AllocationList
  isMasked: boolean
}

function InLatest(props: InListProps) {
  const { wallet, list, isMasked } = props
  const { data: row } = useQuery(allocationOf(wallet, list))
  if (row === undefined) return null
  if (row === null || row.listed === null)
    return <Line {...props} amount={<span className="t3">Not in it</span>} />
  const { difference } = row
  return (
    <Line
      {...props}
      amount={<TokenAmount amount={row.listed} isMasked={isMasked} isFloored />}
      note={<ComparedWithNow difference={difference ?? '0'} isMasked={isMasked} />}
      hasProof
    />
  )
}

/** The list has the rounded-down units only. */
function InWithdrawn(props: InListProps) {
  const { wallet, list, isMasked } = props
  const { data: proof } = useQuery(allocationProof(list.id, wallet.wallet_address))
  if (proof === undefined) return null
  const tokens = fromUnits(proof.units, list.decimals)
  return (
    <Line
      {...props}
      amount={<TokenAmount amount={tokens} isMasked={isMasked} isFloored />}
      hasProof
    />
  )
}

function Line(props: InListProps & { amount: ReactNode; note?: ReactNode; hasProof?: boolean }) {
  const { wallet, list, isMasked } = props
  const { asOf } = useSnapshot(filters)
  return (
    <Root>
      <div>
        <Name>
          In list {list.number}
          <small>{formatRecent(list.as_of, new Date(asOf))}</small>
          {list.state === 'withdrawn' && <Badge tone="line">Withdrawn</Badge>}
        </Name>
        {props.note}
      </div>
      <End>
        {props.amount}
        {props.hasProof && (
          <CopyProof
            list={list.id}
            wallet={wallet.wallet_address}
            label={`Copy proof of list ${list.number}`}
            isMasked={isMasked}
          />
        )}
      </End>
    </Root>
  )
}

/** "25,000.00 less than now" */
function ComparedWithNow({ difference, isMasked }: { difference: string; isMasked: boolean }) {
  // Equal amounts would reveal something, too.
  if (isMasked) return null
  if (isZeroDecimal(difference)) return <small>As much as now</small>
  const isLess = !difference.startsWith('-')
  return (
    <small>
      <TokenAmount amount={difference.replace('-', '')} isMasked={false} isFloored />{' '}
      {isLess ? 'less' : 'more'} than now
    </small>
  )
}

/** What a wallet is owed now and has in the latest list; null if neither. */
const allocationOf = ({ project_id, wallet_address }: WalletName, list: AllocationList) => ({
  queryKey: [listAllocations.path, 'wallet', { project_id, wallet_address, list: list.id }],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = {
      project_id,
      walletAddress: wallet_address,
      page: 1,
      limit: 1,
      sort: 'tokens',
      order: 'desc',
    } as const
    const owed = await send(listAllocations, { query }, { signal })
    if (owed.results[0]) return owed.results[0]
    // One that is owed nothing now is only among those that have changed.
    const changed = await send(listAllocations, { query: { ...query, changed: '1' } }, { signal })
    return changed.results[0] ?? null
  },
  meta: { keep: z.nullable(allocationSchema) },
})
