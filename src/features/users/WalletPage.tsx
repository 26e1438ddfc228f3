/** Not built yet. */
export function WalletPage() {
  return null
}
