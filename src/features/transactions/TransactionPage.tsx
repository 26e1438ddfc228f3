/** Not built yet. */
export function TransactionPage() {
  return null
}
