const hex = (n: number, digits: number) => `0x${n.toString(16).padStart(digits, '0')}`

/** A file of purchases as a sale exports it, with names of its own. */
export const PURCHASE_HEADER = 'tx_hash,buyer,paid_at,usd,coin,note'

/** A line of it. Its amount is `n % 1000` dollars and one cent. */
export function purchaseLine(n: number, more: Record<string, string> = {}): string {
  const cells = {
    tx_hash: hex(n, 64),
    buyer: hex(n % 700, 40),
    paid_at: `2025-09-02 10:${String(n % 60).padStart(2, '0')}`,
    usd: `${n % 1000}.01`,
    coin: 'ETH',
    note: 'vip',
    ...more,
  }
  return Object.values(cells).join(',')
}

export const purchaseLines = (count: number) =>
  Array.from({ length: count }, (_, n) => purchaseLine(n + 1))

/** The sum of the first `count` lines, in cents. */
export function sumOfLines(count: number): bigint {
  let cents = 0n
  for (let n = 1; n <= count; n += 1) cents += BigInt(n % 1000) * 100n + 1n
  return cents
}
