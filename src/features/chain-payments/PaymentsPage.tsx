import { Blocks, Info } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { useAdministration } from '#src/api/features.ts'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { creditDrafts } from '#src/credits/credit-form.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { SwitchFilters } from '#src/records/filters/ListFilters.tsx'
import { NOTED, NOTED_VALUE, useWithNotesFilter } from '#src/records/filters/notes-filter.ts'
import { useListFilters } from '#src/records/filters/use-list-filters.ts'
import { ListBox, ListBoxHead } from '#src/records/list/list-frame.ts'
import { RecordList } from '#src/records/list/RecordList.tsx'
import type { ListFilter, RowContext } from '#src/records/record-definition.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import {
  chainPaymentCalls,
  type ChainPayment,
  type ChainPaymentState,
} from '#src/wire/chain-payments.ts'
import { CreditPayment, type PaymentToCredit } from './CreditPayment.tsx'
import { DismissDialog } from './DismissDialog.tsx'
import { OpenPayments } from './OpenPayments.tsx'
import { useLacksChains, useOpenPayments } from './payment-queries.ts'
import { paymentRecord } from './payment-record.tsx'
import { creditReason } from './payment-text.ts'
import { PaymentNotes } from './PaymentNotes.tsx'

const Stack = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  ${MOBILE} {
    gap: 12px;
  }
`
const Box = styled(ListBox)`
  && [data-row] > [role='row']:first-child {
    min-height: 52px;
  }
`
const Empty = styled(Surface)`
  display: flex;
  min-height: 240px;
`

const STATES: readonly { value: ChainPaymentState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'matched', label: 'Matched' },
  { value: 'dismissed', label: 'Dismissed' },
]
const STATE = 'state'
/** The choice is a filter of the list, kept in the URL; open payments need none. */
const FILTERS: readonly ListFilter[] = [
  {
    name: STATE,
    isSingle: true,
    label: 'Show',
    allLabel: 'Open',
    options: STATES.slice(1),
    accepts: (value) => STATES.some((state) => state.value === value),
  },
]
const NO_NOTED = 'None of them has a note. Turn off With notes to see them all.'
const { path } = chainPaymentCalls.listChainPayments
const noAction = () => undefined

/** Payments on chain that no purchase names: to be credited, or dismissed with a reason. */
export function PaymentsPage() {
  const { selected, hasNone } = useProjects()
  const { asOf } = useSnapshot(filters)
  const isMobile = useIsMobile()
  const head = useOpenPayments(selected)
  const { counts, scanned_at: scannedAt } = head.data ?? {}
  const hasFound = counts !== undefined && counts.open + counts.matched + counts.dismissed > 0
  const lacksChains = useLacksChains(selected, scannedAt === null && !hasFound)
  const now = useMemo(
    () => new Date(Math.max(asOf, head.dataUpdatedAt)),
    [asOf, head.dataUpdatedAt],
  )
  const projects = pluralize(selected.length, 'project')
  return (
    <>
      {isMobile && <TopBarSlot place="title">Without a purchase</TopBarSlot>}
      <TopBarSlot place="note">
        <span className="small num t3">{projects}, newest first</span>
      </TopBarSlot>
      {lacksChains && !hasNone ? <NoChain /> : <Payments head={head} now={now} />}
    </>
  )
}

type Open =
  | { is: 'credit'; subject: PaymentToCredit }
  | { is: 'dismiss' | 'notes'; payment: ChainPayment }

function Payments(props: { head: ReturnType<typeof useOpenPayments>; now: Date }) {
  const { head, now } = props
  const { counts } = head.data ?? {}
  const titleId = useId()
  const { colours, hasNone } = useProjects()
  const privacy = usePrivacy()
  const withNotes = useWithNotesFilter(FILTERS)
  const { values, choose } = useListFilters(path, withNotes, [], true)
  const isNoted = values.has(NOTED)
  const chosen = values.get(STATE)?.[0]
  const state = STATES.find(({ value }) => value === chosen)?.value ?? 'open'
  const [open, setOpen] = useState<Open | null>(typedBefore)
  const close = () => setOpen(null)
  const record = useMemo(
    () =>
      paymentRecord(state, {
        onCredit: (payment) => {
          const { id, project_id: projectId, payer: address } = payment
          const reason = creditReason(payment, filters.privacy)
          setOpen({ is: 'credit', subject: { projectId, address, payment: { id, reason } } })
        },
        onDismiss: (payment) => setOpen({ is: 'dismiss', payment }),
        onNotes: (payment) => setOpen({ is: 'notes', payment }),
      }),
    [state],
  )
  const context = useMemo<RowContext<ChainPayment>>(
    () => ({ colours, privacy, now, onAction: noAction }),
    [colours, privacy, now],
  )
  const query = useMemo(
    () => (isNoted ? { state, [NOTED]: NOTED_VALUE } : { state }),
    [state, isNoted],
  )
  return (
    <Stack>
      {(counts === undefined || counts.open > 0) && !hasNone && (
        <OpenPayments query={head} isMasked={privacy} now={now} />
      )}
      {state === 'open' && (counts?.open ?? 0) > 0 && (
        <Notice icon={Info} tone="plain">
          <b>Ask who paid before you add tokens.</b> The payer can be an exchange, not the buyer. A
          purchase that arrives later with the same hash takes its payment off this list by itself.
        </Notice>
      )}
      <Box aria-labelledby={titleId}>
        <ListBoxHead $hasChoice>
          <h2 id={titleId}>Payments</h2>
          <span className="count">
            {counts && (
              <>
                <MaskableText text={figureFormat(privacy).count(counts[state])} /> {state}
              </>
            )}
          </span>
          <SwitchFilters filters={withNotes} values={values} onChoose={choose} />
          <Segmented
            label="Show"
            options={STATES}
            value={state}
            onChange={(next) => choose(STATE, next === 'open' ? [] : [next])}
          />
        </ListBoxHead>
        <RecordList
          record={record}
          context={context}
          query={query}
          isSearch={false}
          isBare
          emptyText={hasNone ? NO_PROJECT : isNoted ? NO_NOTED : record.filledBy}
        />
      </Box>
      {open?.is === 'credit' && (
        <CreditPayment key={open.subject.payment.id} {...open.subject} onClose={close} />
      )}
      {open?.is === 'notes' && <PaymentNotes payment={open.payment} onClose={close} />}
      {open?.is === 'dismiss' && <DismissDialog payment={open.payment} onClose={close} />}
    </Stack>
  )
}

/** The credit of a payment that was typed and not sent before the page was left. */
function typedBefore(): Open | null {
  for (const id of creditDrafts.ids()) {
    const { wallet, payment } = creditDrafts.read(id)
    if (wallet === undefined || payment === undefined) continue
    const { project_id: projectId, wallet_address: address } = wallet
    return { is: 'credit', subject: { projectId, address, payment } }
  }
  return null
}

function NoChain() {
  const isAdmin = useAdministration()
  const [, navigate] = useLocation()
  return (
    <Empty>
      <EmptyState
        icon={Blocks}
        title="No chain is connected"
        text={
          isAdmin
            ? 'Connect one to find payments that no purchase names.'
            : 'Once an admin connects one, payments that no purchase names are found here.'
        }
        action={
          isAdmin && <Button onClick={() => navigate('/connections')}>Connect a chain</Button>
        }
      />
    </Empty>
  )
}
