import { useQuery } from '@tanstack/react-query'
import { Blocks, Info, Plus } from 'lucide-react'
import { useState } from 'react'
import { queryOf } from '#src/api/http.ts'
import { Table } from '#src/records/list/Table.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { useWidth } from '#src/ui/use-width.ts'
import type { Chain } from '#src/wire/chains.ts'
import { transactionCalls } from '#src/wire/transactions.ts'
import { CARDS_BELOW, CHAIN_COLUMNS } from './chain-columns.ts'
import { chainDraftId, chainDrafts } from './chain-form.ts'
import { chainsQuery } from './chain-queries.ts'
import { describeUncovered } from './chain-text.ts'
import { ChainDialog } from './ChainDialog.tsx'
import { ChainCard, ChainRow } from './ChainRow.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'

const { listTransactionFacets } = transactionCalls

const Empty = styled('div')`
  display: flex;
  min-height: 176px;
  border-top: 1px solid var(--line);
`
const Waiting = styled('div')`
  display: grid;
  align-items: center;
  height: 56px;
  padding: 0 20px;
  border-top: 1px solid var(--line);
`
const Note = styled('p')`
  display: flex;
  gap: 8px;
  padding: 10px 20px;
  border-top: 1px solid var(--line);
  font: var(--t-small);
  color: var(--text-3);
  overflow-wrap: anywhere;
  & > svg {
    flex: none;
    margin-top: 1px;
  }
  ${MOBILE} {
    padding: 12px 16px;
  }
`

type Open = { is: 'connect' } | { is: 'change' | 'disconnect'; chainId: number }

/** The blockchains with which a project's purchases are compared, and the dialogs that change them. */
export function ChainsPanel({ projectId, now }: { projectId: string; now: Date }) {
  const isOnline = useOnline()
  const query = useQuery(chainsQuery(projectId))
  const chains = query.data
  const [open, setOpen] = useState(() => typedBefore(projectId))
  const close = () => setOpen(null)
  const opened =
    open === null || open.is === 'connect'
      ? undefined
      : chains?.find(({ chain_id: id }) => id === open.chainId)
  return (
    <Panel
      title="Chains"
      end={
        <Button
          size="sm"
          icon={Plus}
          disabled={chains === undefined}
          disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
          onClick={() => setOpen({ is: 'connect' })}
        >
          Connect a chain
        </Button>
      }
    >
      <Loaded
        query={query}
        failed="Chains did not load"
        notCached="You are offline, and the chains of this project were not saved on this device."
        placeholder={
          <Waiting role="status" aria-busy="true" aria-label="Loading the chains">
            <Skeleton width="40%" />
          </Waiting>
        }
      >
        {(all) =>
          all.length === 0 ? (
            <Empty>
              <EmptyState
                icon={Blocks}
                title="No chain is connected"
                text="Connect one, and each purchase is compared with the payment on chain."
              />
            </Empty>
          ) : (
            <>
              <ChainList
                chains={all}
                now={now}
                onChange={({ chain_id: chainId }) => setOpen({ is: 'change', chainId })}
                onDisconnect={({ chain_id: chainId }) => setOpen({ is: 'disconnect', chainId })}
              />
              <Uncovered projectId={projectId} chains={all} />
            </>
          )
        }
      </Loaded>
      {open?.is === 'connect' && chains && (
        <ChainDialog projectId={projectId} connected={chains} onClose={close} />
      )}
      {open?.is === 'change' && chains && opened && (
        <ChainDialog projectId={projectId} connected={chains} chain={opened} onClose={close} />
      )}
      {open?.is === 'disconnect' && opened && (
        <DisconnectDialog projectId={projectId} chain={opened} onClose={close} />
      )}
    </Panel>
  )
}

/** The dialog that was open when the page was left with something typed. */
function typedBefore(projectId: string): Open | null {
  const start = chainDraftId(projectId, '')
  for (const id of chainDrafts.ids()) {
    if (id === chainDraftId(projectId)) return { is: 'connect' }
    if (id.startsWith(start)) return { is: 'change', chainId: Number(id.slice(start.length)) }
  }
  return null
}

function ChainList(props: {
  chains: readonly Chain[]
  now: Date
  onChange: (chain: Chain) => void
  onDisconnect: (chain: Chain) => void
}) {
  const { chains, ...others } = props
  const [measure, width] = useWidth()
  const isMobile = useIsMobile()
  const isCards = isMobile || (width > 0 && width < CARDS_BELOW)
  const Item = isCards ? ChainCard : ChainRow
  const items = chains.map((chain) => <Item key={chain.chain_id} chain={chain} {...others} />)
  return (
    <div ref={measure}>
      {isCards ? (
        <ul aria-label="Chains">{items}</ul>
      ) : (
        <Table label="Chains" columns={CHAIN_COLUMNS} isBare>
          {items}
        </Table>
      )}
    </div>
  )
}

/** The payment tokens that no chain has. */
function Uncovered({ projectId, chains }: { projectId: string; chains: readonly Chain[] }) {
  const { data } = useQuery({
    ...queryOf(listTransactionFacets, { query: { projects: [projectId] } }),
    meta: { keep: listTransactionFacets.response },
  })
  const text = data ? describeUncovered(chains, data.payment_tokens) : null
  if (text === null) return null
  return (
    <Note>
      <Icon of={Info} size={14} />
      {text}
    </Note>
  )
}
