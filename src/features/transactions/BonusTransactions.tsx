import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { describeError } from '#src/api/describe-error.ts'
import { addDecimals } from '#src/domain/decimals.ts'
import { formatInstant, shortAddress, shortHash } from '#src/domain/record-formats.ts'
import { filters } from '#src/state/filters.ts'
import { Address } from '#src/records/Address.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Fact, Facts } from '#src/records/facts.ts'
import { useInCards } from '#src/records/in-cards.ts'
import { DateTime } from '#src/records/DateTime.tsx'
import type { Dropped } from '#src/records/RecordList.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import type { Transaction } from '#src/wire/transactions.ts'
import { BonusCards } from './BonusCards.tsx'
import { BonusTable } from './BonusTable.tsx'
import { bonusTransactionQueries } from './queries.ts'
import { wordsOf } from './words.ts'

/** What a purchase opens to: its hash and the bonuses that it earned, fetched when first opened. */
export function BonusTransactions(props: { transaction: Transaction; dropped: Dropped }) {
  const { transaction, dropped } = props
  const isInCard = useInCards()
  const { privacy } = useSnapshot(filters)
  const bonuses = useQuery(bonusTransactionQueries.of(transaction.id))
  const { transaction_hash: hash } = transaction
  const rows = bonuses.data
  const isUnsaved = bonuses.isPending && bonuses.fetchStatus === 'paused'
  const parts = rows && {
    rows,
    total: addDecimals(...rows.map((row) => row.bonus_token_amount)),
    unit: transaction.project_id,
    isMasked: privacy,
  }
  return (
    <>
      <Facts>
        {dropped('stage')}
        {dropped('paid')}
        {dropped('tokens')}
        <Fact>
          <dt>Transaction hash</dt>
          <dd>
            {hash === null ? (
              <span className="t3">None</span>
            ) : (
              <Address
                value={hash}
                what="transaction hash"
                cut={isInCard ? shortAddress : shortHash}
              />
            )}
          </dd>
        </Fact>
        <Fact>
          <dt>Type</dt>
          <dd>{wordsOf(transaction.type)}</dd>
        </Fact>
        <Fact>
          <dt>Transaction ID</dt>
          <dd className="num">{transaction.id}</dd>
        </Fact>
        <Fact>
          <dt>Created at</dt>
          <dd>
            <DateTime
              instant={transaction.created_at}
              text={formatInstant(transaction.created_at)}
            />
          </dd>
        </Fact>
      </Facts>
      {isUnsaved && (
        <ErrorState
          title="Bonus transactions did not load"
          text="You are offline, and they were not saved on this device."
          onRetry={() => void bonuses.refetch()}
          isRetrying={false}
        />
      )}
      {bonuses.isPending && !isUnsaved && (
        <div aria-busy="true" aria-label="Loading bonus transactions" role="status">
          <Skeleton height={isInCard ? 60 : 76} radius={8} />
        </div>
      )}
      {bonuses.isError && rows === undefined && (
        <ErrorState
          title="Bonus transactions did not load"
          text={describeError(bonuses.error)}
          onRetry={() => void bonuses.refetch()}
          isRetrying={bonuses.isFetching}
        />
      )}
      {rows?.length === 0 && <p className="t3">No bonus transactions</p>}
      {parts &&
        parts.rows.length > 0 &&
        (isInCard ? <BonusCards {...parts} /> : <BonusTable {...parts} />)}
    </>
  )
}
