import { Pencil, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#src/domain/money/money.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { cellClass, gridOf, visibleBelow } from '#src/records/list/Table.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ActionMenu } from '#src/ui/controls/ActionMenu.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Chain } from '#src/wire/chains.ts'
import { CHAIN_COLUMNS, NODE_FROM } from './chain-columns.ts'
import { chainBadge, describeHead, describeHold } from './chain-text.ts'

const Row = styled('div')`
  display: grid;
  ${gridOf(CHAIN_COLUMNS)}
  align-items: center;
  row-gap: 2px;
  min-height: 56px;
  padding: 8px 20px 9px;
  border-top: 1px solid var(--line);
  transition: background var(--d-1);
  &:hover {
    background: color-mix(in srgb, var(--surface-2) 60%, transparent);
  }
  & > .whole {
    grid-column: 1 / -1;
    font: var(--t-small);
    color: var(--text-2);
    overflow-wrap: anywhere;
  }
`
const Lines = styled('div')`
  display: grid;
  font-variant-numeric: tabular-nums;
  & > b {
    font-weight: 500;
  }
  & > small {
    font: var(--t-small);
    color: var(--text-3);
  }
`
const Box = styled('li')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding: 16px;
  border-top: 1px solid var(--line);
  font-variant-numeric: tabular-nums;
  & > p {
    font: var(--t-small);
    color: var(--text-3);
    overflow-wrap: anywhere;
  }
`
const Line = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 4px 12px;
  min-width: 0;
  & > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > :last-child {
    flex: none;
    display: flex;
    align-items: center;
    gap: 4px;
  }
  /* The target is larger than its line. */
  & [aria-haspopup] {
    margin: -12px -12px -12px 0;
  }
`

/** The list breaks between its symbols, of which each is whole or cut. */
const Symbols = styled('span')`
  & span {
    display: inline-block;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
    vertical-align: bottom;
  }
`

export interface ChainItemProps {
  chain: Chain
  now: Date
  onChange: (chain: Chain) => void
  onDisconnect: (chain: Chain) => void
}

const byKey = new Map(CHAIN_COLUMNS.map((column) => [column.key, column]))

function Cell({ of, children }: { of: string; children: ReactNode }) {
  const column = byKey.get(of)
  if (column === undefined) return null
  return (
    <div role="cell" className={cellClass(column)}>
      {children}
    </div>
  )
}

const scannedText = ({ scanned_block: scanned }: Chain) =>
  scanned === null ? '–' : formatCount(scanned)
const tokensText = ({ tokens }: Chain) => tokens.map(({ symbol }) => symbol).join(', ')
const receiversText = ({ receivers }: Chain) => pluralize(receivers.length, 'receiver')
const confirmationsText = ({ confirmations }: Chain) => pluralize(confirmations, 'confirmation')

/** A chain as a row, with a line below its cells while something holds it up. */
export function ChainRow(props: ChainItemProps) {
  const { chain, now } = props
  const hold = describeHold(chain, now.getTime())
  const receivers = chain.receivers.join('\n')
  return (
    <Row role="row">
      <Cell of="chain">
        <Lines>
          <b className="trunc" title={chain.name}>
            {chain.name}
          </b>
          <small className="trunc">
            {confirmationsText(chain)}
            <span className={visibleBelow(NODE_FROM)}>{receiversText(chain)}</span>
          </small>
        </Lines>
      </Cell>
      <Cell of="state">
        <StateBadge chain={chain} />
      </Cell>
      <Cell of="node">
        <span className="mono t2 trunc" title={chain.rpc_host}>
          {chain.rpc_host}
        </span>
      </Cell>
      <Cell of="tokens">
        <span className="t2 trunc" title={tokensText(chain)}>
          {tokensText(chain)}
        </span>
      </Cell>
      <Cell of="receivers">
        <span title={receivers}>{formatCount(chain.receivers.length)}</span>
      </Cell>
      <Cell of="scanned">
        <Lines>
          <span>{scannedText(chain)}</span>
          <small>{describeHead(chain)}</small>
        </Lines>
      </Cell>
      <Cell of="actions">
        <ChainMenu {...props} />
      </Cell>
      {hold !== '' && (
        <div role="cell" className="whole" aria-colspan={CHAIN_COLUMNS.length}>
          {hold}
        </div>
      )}
    </Row>
  )
}

/** A chain as a card. */
export function ChainCard(props: ChainItemProps) {
  const { chain, now } = props
  const hold = describeHold(chain, now.getTime())
  return (
    <Box>
      <Line>
        <b className="trunc" style={{ fontWeight: 500 }} title={chain.name}>
          {chain.name}
        </b>
        <span>
          <StateBadge chain={chain} />
          <ChainMenu {...props} />
        </span>
      </Line>
      <Line>
        <Symbols className="t2">
          {chain.tokens.map(({ symbol }, at) => (
            <span key={symbol}>
              <span title={symbol}>{symbol}</span>
              {at < chain.tokens.length - 1 && ', '}
            </span>
          ))}
        </Symbols>
        <span>{scannedText(chain)}</span>
      </Line>
      <Line className="small t3">
        <span>
          {receiversText(chain)}, {confirmationsText(chain)}
        </span>
        <span>{describeHead(chain)}</span>
      </Line>
      {hold !== '' && <p>{hold}</p>}
    </Box>
  )
}

function StateBadge({ chain }: { chain: Chain }) {
  const { tone, text } = chainBadge(chain)
  return <Badge tone={tone}>{text}</Badge>
}

function ChainMenu({ chain, onChange, onDisconnect }: ChainItemProps) {
  const disabledReason = useOnline() ? undefined : OFFLINE_REFUSAL
  return (
    <ActionMenu
      label={`Actions for ${chain.name}`}
      actions={[
        { label: 'Change', icon: Pencil, disabledReason, onSelect: () => onChange(chain) },
        {
          label: 'Disconnect',
          icon: Unplug,
          isApart: true,
          disabledReason,
          onSelect: () => onDisconnect(chain),
        },
      ]}
    />
  )
}
