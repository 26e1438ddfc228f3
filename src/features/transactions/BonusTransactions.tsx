import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { voidOf } from '#src/credits/corrections/correction.ts'
import { CorrectionButton } from '#src/credits/corrections/CorrectionButton.tsx'
import { RowActions } from '#src/credits/corrections/RowActions.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { formatInstant, formatType } from '#src/domain/sale/record-formats.ts'
import { shortAddress, shortHash } from '#src/domain/text/text.ts'
import { Address } from '#src/records/cells/Address.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { ExplorerLink } from '#src/records/cells/ExplorerLink.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { useInCards } from '#src/records/list/in-cards.ts'
import { Fact, Facts } from '#src/records/page/Facts.tsx'
import type { Dropped } from '#src/records/record-definition.ts'
import { describeError } from '#src/session/describe-error.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { transactionCalls, type Transaction } from '#src/wire/transactions.ts'
import { BonusCards } from './BonusCards.tsx'
import { BonusTable } from './BonusTable.tsx'
import { receivedBy, VOIDED_BONUSES } from './purchase-facts.ts'
import { RowProof } from './RowProof.tsx'

/** The details of a purchase: its hash and its bonuses, which are fetched when first opened. */
export function BonusTransactions(props: { transaction: Transaction; dropped: Dropped }) {
  const { transaction, dropped } = props
  const isInCard = useInCards()
  const privacy = usePrivacy()
  const bonuses = useQuery({
    ...queryOf(transactionCalls.listBonusTransactions, {
      query: { transaction_id: transaction.id },
    }),
    // Bonuses are granted with the purchase and never change.
    staleTime: Infinity,
    meta: { keep: transactionCalls.listBonusTransactions.response },
  })
  const { id, project_id: projectId, transaction_hash: hash } = transaction
  const rows = bonuses.data
  const isNotCached = bonuses.isPending && bonuses.fetchStatus === 'paused'
  const parts = rows && {
    rows,
    total: addDecimals(...rows.map((row) => row.bonus_token_amount)),
    projectId,
    isMasked: privacy,
  }
  return (
    <>
      <RowProof transaction={transaction} isMasked={privacy} />
      <Facts>
        {dropped('stage')}
        {dropped('paid')}
        {dropped('tokens')}
        <Fact label="Transaction hash">
          {hash === null ? (
            <span className="t3">Without hash</span>
          ) : (
            <>
              <Address
                value={hash}
                what="transaction hash"
                of={{ kind: 'transaction', projectId, id }}
                cut={isInCard ? shortAddress : shortHash}
              />
              <ExplorerLink url={transaction.explorer_url} value={hash} />
            </>
          )}
        </Fact>
        <Fact label="Type">{formatType(transaction.type)}</Fact>
        <Fact label="Transaction ID" valueClass="num">
          <RecordLink kind="transaction" projectId={projectId} id={id}>
            {id}
          </RecordLink>
        </Fact>
        <Fact label="Created at">
          <DateTime instant={transaction.created_at} text={formatInstant(transaction.created_at)} />
        </Fact>
        {transaction.received != null && (
          <Fact label="Received">
            <span>
              <DateTime
                instant={transaction.received.at}
                text={formatInstant(transaction.received.at)}
              />{' '}
              {receivedBy(transaction.received)}
            </span>
          </Fact>
        )}
        {transaction.voided != null && (
          <Fact label="Voided">
            <span>
              by {transaction.voided.by},{' '}
              <DateTime
                instant={transaction.voided.at}
                text={formatInstant(transaction.voided.at)}
              />
              : {transaction.voided.reason}
            </span>
          </Fact>
        )}
      </Facts>
      {bonuses.isPending && !isNotCached && (
        <div aria-busy="true" aria-label="Loading bonus transactions" role="status">
          <Skeleton height={isInCard ? 60 : 76} radius={8} />
        </div>
      )}
      {rows === undefined && (isNotCached || bonuses.isError) && (
        <ErrorState
          title="Bonus transactions did not load"
          text={
            isNotCached
              ? 'You are offline, and they were not saved on this device.'
              : describeError(bonuses.error)
          }
          onRetry={() => void bonuses.refetch()}
          isRetrying={bonuses.isFetching}
        />
      )}
      {rows?.length === 0 && <p className="t3">No bonus transactions</p>}
      {rows !== undefined && rows.length > 0 && transaction.voided != null && (
        <p className="t3">{VOIDED_BONUSES}</p>
      )}
      {parts &&
        parts.rows.length > 0 &&
        (isInCard ? <BonusCards {...parts} /> : <BonusTable {...parts} />)}
      <RowActions>
        <CorrectionButton size="sm" subject={voidOf(transaction)} />
      </RowActions>
    </>
  )
}
