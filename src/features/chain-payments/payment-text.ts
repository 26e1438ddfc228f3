import { formatPaid } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { formatAge } from '#src/domain/time/format-time.ts'
import type { ChainPayment } from '#src/wire/chain-payments.ts'

/** The name of a payment's chain; its id after the chain was disconnected. */
export const chainName = ({ chain_name: name, chain_id: id }: ChainPayment) => name ?? `Chain ${id}`

/** "Open 0x5ce0917a…d14b in explorer" */
export const explorerLabel = ({ transaction_hash: hash }: ChainPayment) =>
  `Open ${shortAddress(hash)} in explorer`

/**
 * The reason of a credit for a payment: "Paid 1,250.00 USDT with 0x…", with the whole hash. In privacy
 * mode without the amount, which the hash stands for.
 */
export function creditReason(payment: ChainPayment, isMasked: boolean): string {
  const { amount, token, transaction_hash: hash } = payment
  return isMasked ? `Paid with ${hash}` : `Paid ${formatPaid(amount, token)} ${token} with ${hash}`
}

/** How far the chains were searched, and what no search can find. `now` in epoch ms. */
export function describeScan(scannedAt: string | null, now: number): string {
  const start =
    scannedAt === null
      ? 'Not scanned yet.'
      : `Scanned until ${formatAge(Date.parse(scannedAt), now)}.`
  return `${start} Tokens are found; a coin is found only if a contract writes a log of it.`
}

/** Whether the last digits of a paid amount are cents, which step back. */
export const hasCents = (paid: string) => /\.\d\d$/.test(paid)
