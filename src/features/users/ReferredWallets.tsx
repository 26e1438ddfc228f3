import { figureFormat } from '#src/domain/text/mask.ts'
import { ShortLink } from '#src/records/cells/ShortLink.tsx'
import { UsdAmount } from '#src/records/cells/UsdAmount.tsx'
import { describeError } from '#src/session/describe-error.ts'
import { Card } from '#src/ui/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import type { WalletDetails } from '#src/wire/wallet-details.ts'
import { useTimeline } from './use-timeline.ts'

const PAGE_SIZE = 10
const KINDS = ['referral'] as const

const Note = styled('p')`
  padding: 8px 0 4px;
  color: var(--text-3);
`
const Waiting = styled('div')`
  display: grid;
  gap: 20px;
  padding: 12px 0;
`
const More = styled('div')`
  display: flex;
  justify-content: center;
  margin-top: 4px;
`

/** The wallets that this one referred, and what each has paid. */
export function ReferredWallets({
  details,
  isMasked,
}: {
  details: WalletDetails
  isMasked: boolean
}) {
  const { wallet, totals } = details
  const count = totals.referred_wallets
  const { entries, query } = useTimeline(wallet, KINDS, PAGE_SIZE, count > 0)
  const isNotSaved = query.data === undefined && query.fetchStatus === 'paused'
  return (
    <Card
      title="Referred wallets"
      tools={
        count > 0 && (
          <span className="small num t3">
            <MaskableText text={figureFormat(isMasked).count(count)} />
          </span>
        )
      }
    >
      {count === 0 && <Note>None</Note>}
      {count > 0 && query.data === undefined && !query.isError && !isNotSaved && (
        <Waiting aria-hidden>
          <Skeleton width="64%" />
          <Skeleton width="56%" />
        </Waiting>
      )}
      <SumList>
        {entries.map(
          (entry) =>
            entry.kind === 'referral' && (
              <SumRow
                key={entry.id}
                label={
                  <ShortLink
                    kind="wallet"
                    projectId={wallet.project_id}
                    id={entry.referral.wallet_address}
                  />
                }
              >
                {/^[0.]*$/.test(entry.referral.paid_usd) ? (
                  <span className="t3">None</span>
                ) : (
                  <UsdAmount amount={entry.referral.paid_usd} isMasked={isMasked} />
                )}
              </SumRow>
            ),
        )}
      </SumList>
      {(query.isError || isNotSaved) && (
        <ErrorState
          title={
            query.data === undefined
              ? 'The referred wallets did not load'
              : query.isFetchNextPageError
                ? 'The rest of the referred wallets did not load'
                : 'Could not refresh the referred wallets'
          }
          text={
            isNotSaved
              ? 'You are offline, and they were not saved on this device.'
              : describeError(query.error)
          }
          onRetry={() =>
            void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
          }
          isRetrying={query.isFetching}
        />
      )}
      {query.hasNextPage && !query.isError && (
        <More>
          <Button
            variant="ghost"
            size="sm"
            isBusy={query.isFetchingNextPage}
            busyLabel="Loading"
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </More>
      )}
    </Card>
  )
}
