import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { describeOutcome, isUnderWay } from '#src/domain/sale/purchase-status.ts'
import { formatDay, formatDecimal } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { Mask } from '#src/ui/text/Mask.tsx'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { purchaseEffect, type WalletEffect } from './purchase-effect.ts'

/** All digits of an amount, or none in privacy mode. */
export function ExactAmount(props: { text: string; isMasked: boolean }) {
  return props.isMasked ? <Mask blocks={5} /> : <span className="num">{props.text}</span>
}

/** A wallet by its shortened address, with all of it as its title. */
export function WalletText({ address }: { address: string }) {
  return (
    <span className="mono" style={{ whiteSpace: 'nowrap' }} title={address}>
      {shortAddress(address)}
    </span>
  )
}

/** What a void or the restoring of a purchase changes, in sentences with all digits. */
export function PurchaseEffectText(props: {
  kind: 'void' | 'restore'
  details: TransactionDetails
  isMasked: boolean
}) {
  const { kind, details, isMasked } = props
  const { status } = details.transaction
  const effect = purchaseEffect(details)
  const verb = kind === 'void' ? 'loses' : 'gains'
  if (effect === null) {
    return (
      <p>
        <b>No figure changes: it {describeOutcome({ status, status_reason: null })}.</b>
        {kind === 'void' &&
          isUnderWay(status) &&
          ' If it completes, it counts nowhere until it is restored.'}
      </p>
    )
  }
  const { usd, at, wallets, payouts } = effect
  return (
    <p>
      {usd !== null && (
        <>
          Home {verb}{' '}
          <b>
            <ExactAmount text={`$${formatDecimal(usd, 2)}`} isMasked={isMasked} />
          </b>{' '}
          of {formatDay(at)}.{' '}
        </>
      )}
      {wallets.map((wallet) => (
        <WalletSentence
          key={wallet.address}
          wallet={wallet}
          verb={verb}
          unit={details.transaction.project_id}
          isMasked={isMasked}
        />
      ))}
      {kind === 'void' && !isZeroDecimal(payouts) && (
        <>
          Referral payouts for it of{' '}
          <ExactAmount text={`$${formatDecimal(payouts, 2)}`} isMasked={isMasked} /> stay: they were
          paid.
        </>
      )}
    </p>
  )
}

/** "Wallet 0x12…ab loses 9,000,000 AURA and its bonus of 450,000. " */
function WalletSentence(props: {
  wallet: WalletEffect
  verb: string
  unit: string
  isMasked: boolean
}) {
  const { wallet, verb, unit, isMasked } = props
  const tokens = !isZeroDecimal(wallet.tokens) && (
    <>
      <ExactAmount text={formatDecimal(wallet.tokens, 0)} isMasked={isMasked} /> {unit}
    </>
  )
  const bonus = !isZeroDecimal(wallet.bonus) && (
    <>
      its bonus of <ExactAmount text={formatDecimal(wallet.bonus, 0)} isMasked={isMasked} />
      {!tokens && ` ${unit}`}
    </>
  )
  return (
    <>
      Wallet <WalletText address={wallet.address} /> {verb}{' '}
      <b>
        {tokens}
        {tokens && bonus && ' and '}
        {bonus}
      </b>
      .{' '}
    </>
  )
}
