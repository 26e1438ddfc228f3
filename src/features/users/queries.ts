import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '#src/api/http.ts'
import { showRow } from '#src/records/use-paged-list.ts'
import type { PagedListSource } from '#src/records/use-paged-list.ts'
import { walletCalls, type Wallet } from '#src/wire/wallets.ts'
import type { OverrideField } from './override-rules.ts'

/** Wallets have no id: their key is the project and the address. */
export function walletKey(wallet: Pick<Wallet, 'project_id' | 'wallet_address'>): string {
  return `${wallet.project_id} ${wallet.wallet_address}`
}

export const walletList: PagedListSource<Wallet> = {
  call: walletCalls.listWallets,
  idOf: walletKey,
}

async function fetchWallet(wallet: Wallet, signal?: AbortSignal): Promise<Wallet> {
  const query = {
    projects: [wallet.project_id],
    walletAddress: wallet.wallet_address,
    page: 1,
    limit: 1,
  }
  const page = await send(walletCalls.listWallets, { query }, { signal })
  return page.results[0] ?? wallet
}

export const walletQueries = {
  /** The current state of one wallet; shows the list's row until it arrives. */
  one: (wallet: Wallet) =>
    queryOptions({
      queryKey: ['wallet', { project: wallet.project_id, address: wallet.wallet_address }],
      queryFn: ({ signal }) => fetchWallet(wallet, signal),
      placeholderData: wallet,
      staleTime: 0,
      gcTime: 0,
    }),
}

/** The path params of a wallet's calls. */
export function paramsOf({ project_id, wallet_address }: Wallet) {
  return { project_id, wallet_address }
}

export function updateOverride(
  wallet: Wallet,
  field: OverrideField,
  value: number | null,
): Promise<Wallet> {
  return send(walletCalls.updateWallet, { params: paramsOf(wallet), body: { [field]: value } })
}

/** Refetches a wallet after its total has changed; shows `fallback` if that fails. */
export async function refreshWallet(
  client: QueryClient,
  wallet: Wallet,
  fallback: Wallet,
): Promise<void> {
  try {
    showRow(client, walletList, await fetchWallet(wallet))
  } catch {
    // The credit was applied; only the new total could not be fetched.
    showRow(client, walletList, fallback)
  }
}
