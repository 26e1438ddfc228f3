import type { ComponentProps } from 'react'
import { formatCount } from '#src/domain/money/money.ts'
import { isTestWallet } from '#src/domain/sale/ingest-example.ts'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { RecordProject } from '#src/projects/ProjectName.tsx'
import { Address } from '#src/records/cells/Address.tsx'
import { RowDateTime } from '#src/records/cells/DateTime.tsx'
import { noteCount } from '#src/records/cells/note-count.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { UsdAmount } from '#src/records/cells/UsdAmount.tsx'
import { defineRecord } from '#src/records/record-definition.ts'
import { walletList } from '#src/records/wallet-queries.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import { walletCalls, type Wallet } from '#src/wire/wallets.ts'
import { TestBadge } from './test-wallet.tsx'
import { WalletDetails } from './WalletDetails.tsx'

const Tested = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  & > :first-child {
    flex: 0 1 auto;
    min-width: 0;
  }
  /* The button that copies the address has room around its icon. */
  & > .notes {
    margin-left: -8px;
  }
`

/** Wallets, newest first. The action of a row is Add Tokens. */
export const walletRecord = defineRecord<Wallet>({
  label: 'Users',
  list: walletList,
  search: [
    {
      name: 'walletAddress',
      label: 'Wallet Address',
      placeholder: 'Wallet address, or its beginning, 0x…',
    },
    {
      name: 'referral_code',
      label: 'Referral Code',
      placeholder: 'The whole referral code',
      needs: 'exports',
    },
  ],
  sorts: [
    { column: 'created', by: 'created_at', order: 'desc', label: 'Newest first' },
    { column: 'created', by: 'created_at', order: 'asc', label: 'Oldest first' },
    { column: 'total', by: 'total_tokens', order: 'desc', label: 'Most tokens first' },
    { column: 'total', by: 'total_tokens', order: 'asc', label: 'Fewest tokens first' },
  ],
  sortsNeed: 'exports',
  head: {
    total: walletCalls.sumWallets,
    csv: { call: walletCalls.exportWallets, name: 'wallets' },
    noun: 'wallet',
    sums: ['tokens', 'usd'],
    usdSuffix: 'paid',
  },
  isNewestFirst: true,
  live: { kinds: ['wallets', 'notes'], noun: 'wallet' },
  emptyTitle: 'No users found',
  filledBy: 'Wallets appear here once the presale site sends them.',
  columns: [
    {
      key: 'project',
      label: 'Project',
      min: 72,
      grow: 1,
      cell: (row, context) => <RecordProject row={row} context={context} />,
    },
    {
      key: 'wallet',
      label: 'Wallet',
      // An address and a count of one digit.
      min: 160,
      cell: (row) => (
        <Tested>
          <OwnAddress row={row} />
          {noteCount(row.notes)}
          <TestBadge wallet={row} />
        </Tested>
      ),
    },
    {
      key: 'referrer',
      label: 'Referred by',
      min: 148,
      grow: 1,
      dropBelow: 1100,
      cell: (row) =>
        row.referred_by ? (
          <LinkedAddress row={row} value={row.referred_by} what="referrer" isQuiet />
        ) : (
          <NotReferred />
        ),
    },
    {
      key: 'code',
      label: 'Referral code',
      min: 96,
      grow: 1,
      dropBelow: 1212,
      cell: (row) => <ReferralCode className="mono t2 trunc" code={row.referral_code} />,
    },
    {
      key: 'purchases',
      label: 'Purchases',
      min: 76,
      align: 'end',
      dropBelow: 908,
      cell: (row, { privacy }) => <Purchases row={row} isMasked={privacy} />,
    },
    {
      key: 'paid',
      label: 'Paid',
      min: 108,
      grow: 1,
      align: 'end',
      dropBelow: 820,
      cell: (row, { privacy }) => <UsdAmount amount={row.paid_usd ?? null} isMasked={privacy} />,
    },
    {
      key: 'total',
      label: 'Total tokens',
      min: 172,
      grow: 1.4,
      align: 'end',
      endSlot: 56,
      inOneProject: { min: 120, endSlot: 0 },
      cell: (row, { privacy, isOneProject }) => (
        <TokenAmount
          amount={row.total_tokens}
          isMasked={privacy}
          {...(isOneProject ? {} : { unit: row.project_id, slot: 56 })}
        />
      ),
    },
    {
      key: 'created',
      label: 'Created at',
      min: 92,
      align: 'end',
      dropBelow: 700,
      cell: (row, { now }) => <RowDateTime instant={row.created_at} now={now} />,
    },
    {
      key: 'act',
      isWrite: true,
      label: 'Actions',
      min: 88,
      align: 'end',
      isLabelHidden: true,
      cell: (row, { onAction }) => <AddTokensButton onClick={() => onAction(row)} />,
    },
  ],
  cardsBelow: 596,
  card: (row, context) => ({
    label: `${row.project_id} wallet of ${formatInstant(row.created_at)}`,
    head: (
      <>
        <RecordProject row={row} context={context} />
        {noteCount(row.notes)}
        <RowDateTime instant={row.created_at} now={context.now} />
      </>
    ),
    lines: [
      {
        start: (
          <TokenAmount
            amount={row.total_tokens}
            unit={row.project_id}
            isMasked={context.privacy}
            size="figure"
          />
        ),
      },
      {
        start: <span className="t3">Purchases</span>,
        end: <Purchases row={row} isMasked={context.privacy} />,
      },
      {
        start: <span className="t3">Paid</span>,
        end: <UsdAmount amount={row.paid_usd ?? null} isMasked={context.privacy} />,
      },
      {
        start: <span className="t3">Referred by</span>,
        end: row.referred_by ? (
          <LinkedAddress row={row} value={row.referred_by} what="referrer" isQuiet isBare />
        ) : (
          <NotReferred />
        ),
      },
      {
        start: <span className="t3">Referral code</span>,
        end: <ReferralCode className="mono trunc" code={row.referral_code} />,
      },
    ],
    foot: (
      <>
        <OwnAddress row={row} isQuiet />
        <TestBadge wallet={row} />
        <span className="action" style={{ marginLeft: 'auto' }}>
          <AddTokensButton onClick={() => context.onAction(row)} />
        </span>
      </>
    ),
  }),
  details: (row, dropped) => <WalletDetails wallet={row} dropped={dropped} />,
})

type LinkedAddressProps = { row: Wallet } & Omit<ComponentProps<typeof Address>, 'of'>

/** An address of the row's project, which links to its page. */
function LinkedAddress({ row, ...props }: LinkedAddressProps) {
  return <Address {...props} of={{ kind: 'wallet', projectId: row.project_id }} />
}

/** The wallet's own address. Nobody needs a copy of a test's, whose mark takes the button's place. */
function OwnAddress({ row, isQuiet }: { row: Wallet; isQuiet?: boolean }) {
  return (
    <LinkedAddress
      row={row}
      value={row.wallet_address}
      what="wallet address"
      isQuiet={isQuiet}
      isBare={isTestWallet(row.wallet_address)}
    />
  )
}

/** How many of the wallet's purchases count. */
function Purchases({ row, isMasked }: { row: Wallet; isMasked: boolean }) {
  if (row.purchases === undefined) return <span className="t3">–</span>
  return (
    <span className="num">
      <MaskableText text={isMasked ? mask('count') : formatCount(row.purchases)} />
    </span>
  )
}

function NotReferred() {
  return <span className="t3">Not Referred</span>
}

function ReferralCode({ code, className }: { code: string | null; className: string }) {
  if (!code) return <span className="t3">Default</span>
  return (
    <span className={className} title={code}>
      {code}
    </span>
  )
}

/** Disabled with its reason while offline; not for people who only look. */
function AddTokensButton({ onClick }: { onClick: () => void }) {
  const isOnline = useOnline()
  if (!useMayWrite()) return null
  return (
    <Button size="sm" onClick={onClick} disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}>
      Add Tokens
    </Button>
  )
}
