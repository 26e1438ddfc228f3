import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { queryOf } from '#src/api/http.ts'
import { correctionNeed, useApprovalLimit } from '#src/credits/approval-limit.ts'
import { CreditResult } from '#src/credits/CreditResult.tsx'
import { addDecimals, isZeroDecimal } from '#src/domain/money/decimals.ts'
import { formatDecimal, formatId } from '#src/domain/sale/record-formats.ts'
import { creditHref, transactionHref, walletHref } from '#src/records/record-hrefs.ts'
import { walletQueries } from '#src/records/wallet-queries.ts'
import { describeError } from '#src/session/describe-error.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { transactionDetailsCalls } from '#src/wire/transaction-details.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import type { Correction, CorrectionSubject } from './correction.ts'
import { CorrectionForm } from './CorrectionForm.tsx'
import { purchaseEffect, tokensOf } from './purchase-effect.ts'
import { ExactAmount, PurchaseEffectText, WalletText } from './PurchaseEffectText.tsx'

const { getTransaction } = transactionDetailsCalls

interface DialogProps {
  subject: CorrectionSubject
  /** The correction that the dialog was opened to check. */
  checked?: PendingWrite<Correction> | undefined
  onClose: () => void
}

/** Voids or restores a purchase, reverses a credit, or changes the successor of a wallet. */
export function CorrectionDialog(props: DialogProps) {
  const { kind } = props.subject
  if (kind === 'reverse') return <CreditReversal {...props} />
  if (kind === 'successor') return <SuccessorChange {...props} />
  return <PurchaseCorrection {...props} kind={kind} />
}

function PurchaseCorrection(props: DialogProps & { kind: 'void' | 'restore' }) {
  const { subject, kind } = props
  const { project_id: project, id } = subject
  const privacy = usePrivacy()
  const details = useQuery({
    ...queryOf(getTransaction, { params: { project_id: project, id } }),
    staleTime: 0,
    meta: { keep: getTransaction.response },
  })
  const wallet = useQuery(walletQueries.details(subject))
  const limit = useApprovalLimit(project)
  const { data } = details
  const isVoided = data?.transaction.voided != null
  const isOver = data !== undefined && isVoided === (kind === 'void')
  const effect = data && purchaseEffect(data)
  const own = effect?.wallets.find(
    ({ address }) => address.toLowerCase() === subject.wallet_address.toLowerCase(),
  )
  return (
    <CorrectionForm
      {...props}
      effect={
        data === undefined ? (
          <EffectState query={details} />
        ) : isOver ? (
          <Over>This purchase {isVoided ? 'is voided' : 'counts'} already.</Over>
        ) : (
          <PurchaseEffectText kind={kind} details={data} isMasked={privacy} />
        )
      }
      result={
        own &&
        !isOver &&
        wallet.data && (
          <CreditResult
            balance={wallet.data.wallet.total_tokens}
            added={addDecimals(own.tokens, own.bonus)}
            isRemoved={kind === 'void'}
            unit={project}
            isMasked={privacy}
          />
        )
      }
      isReady={data !== undefined && !isOver}
      need={correctionNeed(data ? tokensOf(data) : null, limit)}
      limit={limit}
      place={<Link href={transactionHref(project, id)}>its page</Link>}
    />
  )
}

function CreditReversal(props: DialogProps) {
  const { subject } = props
  const { project_id: project, id, tokens = '0' } = subject
  const privacy = usePrivacy()
  const wallet = useQuery(walletQueries.details(subject))
  const limit = useApprovalLimit(project)
  return (
    <CorrectionForm
      {...props}
      effect={
        <p>
          Credit {formatId(id)} no longer counts. Wallet{' '}
          <WalletText address={subject.wallet_address} />{' '}
          {isZeroDecimal(tokens) ? (
            'keeps its total: the credit has no tokens.'
          ) : (
            <>
              loses{' '}
              <b>
                <ExactAmount text={formatDecimal(tokens, 0)} isMasked={privacy} /> {project}
              </b>
              .
            </>
          )}{' '}
          A reversal can’t be undone; the tokens can be added again.
        </p>
      }
      result={
        wallet.data ? (
          <CreditResult
            balance={wallet.data.wallet.total_tokens}
            added={tokens}
            isRemoved
            unit={project}
            isMasked={privacy}
          />
        ) : (
          <EffectState query={wallet} />
        )
      }
      isReady
      need={correctionNeed(tokens, limit)}
      limit={limit}
      place={<Link href={creditHref(project, id)}>Manual Transactions</Link>}
    />
  )
}

function SuccessorChange(props: DialogProps) {
  const { subject } = props
  const { project_id: project, wallet_address: address } = subject
  const privacy = usePrivacy()
  const wallet = useQuery(walletQueries.details(subject))
  const limit = useApprovalLimit(project)
  const current = wallet.data?.wallet.successor ?? null
  return (
    <CorrectionForm
      {...props}
      current={current}
      effect={
        wallet.data === undefined ? (
          <EffectState query={wallet} />
        ) : (
          <p>
            What wallet <WalletText address={address} /> is owed goes to another wallet.{' '}
            {current !== null && (
              <>
                Now it goes to <WalletText address={current} />.{' '}
              </>
            )}
            Its purchases and its total of{' '}
            <ExactAmount
              text={formatDecimal(wallet.data.wallet.total_tokens, 0)}
              isMasked={privacy}
            />{' '}
            {project} stay where they are, and no figure changes.
          </p>
        )
      }
      isReady={wallet.data !== undefined}
      need={limit == null ? 'none' : 'certain'}
      limit={limit}
      place={<Link href={walletHref(project, address)}>its page</Link>}
    />
  )
}

function Over({ children }: { children: ReactNode }) {
  return (
    <Notice icon={CircleCheck} tone="ok">
      {children}
    </Notice>
  )
}

/** Stands for what a correction changes until that is known. */
function EffectState(props: {
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
}) {
  const { query } = props
  if (query.isError) {
    return (
      <ErrorState
        title="What changes did not load"
        text={describeError(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  return (
    <div role="status" aria-busy="true" aria-label="Loading what changes">
      <Skeleton height={40} radius={8} />
    </div>
  )
}
