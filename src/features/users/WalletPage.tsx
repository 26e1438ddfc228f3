import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { useFeature } from '#src/api/features.ts'
import { refetch } from '#src/cache/refetch.ts'
import { AddTokensDialog } from '#src/credits/AddTokensDialog.tsx'
import { usePendingApprovals } from '#src/credits/approval-queries.ts'
import { successionOf } from '#src/credits/corrections/correction.ts'
import { CorrectionButton } from '#src/credits/corrections/CorrectionButton.tsx'
import { PendingCorrections } from '#src/credits/corrections/PendingCorrections.tsx'
import { creditTarget, targetOf, type Credit } from '#src/credits/credit-form.ts'
import { PendingApprovals } from '#src/credits/PendingApprovals.tsx'
import { PendingCredits } from '#src/credits/PendingCredits.tsx'
import { NotesCard } from '#src/records/notes/NotesCard.tsx'
import { RecordPage } from '#src/records/page/RecordPage.tsx'
import { RecordStack } from '#src/records/page/RecordStack.ts'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import { useLiveNotes } from '#src/records/page/use-live-notes.ts'
import { useRecordPath } from '#src/records/record-hrefs.ts'
import { isSameWallet, walletKey, walletQueries } from '#src/records/wallet-queries.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Card } from '#src/ui/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { walletDetailsCalls, type WalletDetails } from '#src/wire/wallet-details.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { OverrideEdits } from './OverrideEdits.tsx'
import { ReferredWallets } from './ReferredWallets.tsx'
import { TestWalletNotice } from './test-wallet.tsx'
import { Timeline } from './Timeline.tsx'
import { TwiceCredited } from './TwiceCredited.tsx'
import { Money, TotalTokens } from './wallet-totals.tsx'
import { WalletHead } from './WalletHead.tsx'

const { getWallet, listTimeline } = walletDetailsCalls
const ADD_TOKENS = 'add-tokens'
const REQUESTED = 'A change of the successor waits for approval.'

/** From this width of the page in px, the timeline stands beside the totals. */
const WIDE = '@container record (width >= 880px)'
const ONE_COLUMN = '@container record (width < 600px)'

/** The areas are named, so that the order of the focus can follow the layout. */
const Columns = styled('div')`
  display: grid;
  grid-template:
    'tokens money' auto
    'notes notes' auto
    'timeline timeline' auto
    'overrides referred' auto
    / minmax(0, 1fr) minmax(0, 1fr);
  gap: 16px;
  align-items: start;
  ${WIDE} {
    grid-template:
      'tokens timeline' auto
      'notes timeline' auto
      'money timeline' auto
      'overrides timeline' auto
      'referred timeline' 1fr
      / 376px minmax(0, 1fr);
  }
  ${ONE_COLUMN} {
    grid-template:
      'tokens' auto
      'notes' auto
      'timeline' auto
      'money' auto
      'overrides' auto
      'referred' auto
      / minmax(0, 1fr);
  }
  ${MOBILE} {
    gap: 12px;
  }
  & > * {
    min-width: 0;
  }
  & section {
    margin-bottom: 0;
  }
`
const Fields = styled('div')`
  display: grid;
  gap: 16px;
  margin: 12px 0 4px;
`
const Anchor = styled('div')`
  outline: none;
  scroll-margin-top: calc(var(--bar-h) + 16px);
`

/** One wallet: where it came from, what it has, and all that happened to it. */
export function WalletPage() {
  const { projectId, id } = useRecordPath()
  const query = useQuery(walletQueries.details({ project_id: projectId, wallet_address: id }))
  return (
    <RecordPage
      query={query}
      what="wallet"
      needs="wallet_page"
      action={ADD_TOKENS}
      list={{ href: '/users', title: 'User Search' }}
      skeleton={<WalletSkeleton />}
    >
      {(details) => <LoadedWallet key={walletKey(details.wallet)} details={details} />}
    </RecordPage>
  )
}

function LoadedWallet({ details }: { details: WalletDetails }) {
  const { wallet } = details
  const client = useQueryClient()
  const privacy = usePrivacy()
  const requests = usePendingApprovals([wallet.project_id])
  const isRequested =
    requests.data?.some((one) => one.kind === 'successor' && isSameWallet(one, wallet)) ?? false
  const offline = useOnline() ? undefined : OFFLINE_REFUSAL
  useLiveNotes(wallet.project_id, {
    queries: [[listTimeline.path]],
    onChanged: () => refetch(client, { queryKey: [getWallet.path], type: 'active' }),
  })
  const mayWrite = useMayWrite()
  const isMobile = useIsMobile()
  const action = useLinkedAction(ADD_TOKENS, offline)
  const [checked, setChecked] = useState<PendingWrite<Credit>>()
  const referred = useRef<HTMLDivElement>(null)
  const showReferred = () => {
    referred.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
    referred.current?.focus({ preventScroll: true })
  }
  const isAdding = action.isOpen || checked !== undefined
  const target = checked ? targetOf(checked.what) : creditTarget(wallet)
  const parts = { details, isMasked: privacy }
  const noted = {
    kind: 'wallet',
    project_id: wallet.project_id,
    id: wallet.wallet_address,
  } as const
  const area = (name: string, children: ReactNode) => (
    <div key={name} style={{ gridArea: name }}>
      {children}
    </div>
  )
  const timeline = area('timeline', <Timeline {...parts} />)
  return (
    <>
      <RecordStack>
        <PendingCredits
          wallet={wallet}
          except={isAdding ? target : undefined}
          onCheck={setChecked}
        />
        <PendingCorrections wallet={wallet} />
        <WalletHead
          details={details}
          isMasked={privacy}
          onShowReferred={showReferred}
          action={
            <>
              <CorrectionButton
                subject={successionOf(wallet)}
                label={wallet.successor == null ? 'Set successor' : 'Change successor'}
                refusal={isRequested ? REQUESTED : undefined}
              />
              {mayWrite && (
                <Button variant="primary" disabledReason={offline} onClick={action.start}>
                  Add Tokens
                </Button>
              )}
            </>
          }
        />
        <TestWalletNotice wallet={wallet} />
        <TwiceCredited details={details} />
      </RecordStack>
      <PendingApprovals wallet={wallet} />
      <Columns>
        {area('tokens', <TotalTokens {...parts} />)}
        {area('notes', <NotesCard record={noted} count={wallet.notes} />)}
        {isMobile && timeline}
        {area('money', <Money {...parts} />)}
        {area(
          'overrides',
          <Card title="Referral overrides">
            {mayWrite ? (
              <Fields>
                <OverrideEdits wallet={wallet} />
              </Fields>
            ) : (
              <OverrideEdits wallet={wallet} />
            )}
          </Card>,
        )}
        {area(
          'referred',
          <Anchor ref={referred} tabIndex={-1}>
            <ReferredWallets {...parts} />
          </Anchor>,
        )}
        {!isMobile && timeline}
      </Columns>
      {isAdding && (
        <AddTokensDialog
          key={target}
          wallet={checked?.what.wallet ?? wallet}
          checked={checked}
          onClose={() => {
            setChecked(undefined)
            action.end()
          }}
        />
      )}
    </>
  )
}

/** As high as a wallet without a history. */
function WalletSkeleton() {
  const hasNotes = useFeature('notes')
  const block = (name: string, height: number) => (
    <Surface style={{ gridArea: name, height, padding: '19px 20px' }}>
      <Skeleton width="40%" height={14} />
    </Surface>
  )
  return (
    <>
      <RecordStack>
        <Surface style={{ minHeight: 192, padding: 20 }}>
          <Skeleton width="56%" height={20} />
        </Surface>
      </RecordStack>
      <Columns>
        {block('tokens', 272)}
        {hasNotes && block('notes', 264)}
        {block('timeline', 560)}
        {block('money', 210)}
        {block('overrides', 348)}
        {block('referred', 96)}
      </Columns>
    </>
  )
}
