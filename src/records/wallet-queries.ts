import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { refetch } from '#src/cache/refetch.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { TOTAL } from '#src/records/head/use-list-total.ts'
import { showRow } from '#src/records/list/use-paged-list.ts'
import type { PagedListSource } from '#src/records/list/use-paged-list.ts'
import { transactionDetailsCalls } from '#src/wire/transaction-details.ts'
import { walletDetailsCalls } from '#src/wire/wallet-details.ts'
import { ALL_WALLETS, walletCalls, type Wallet, type WalletOverride } from '#src/wire/wallets.ts'

const { getWallet, listTimeline } = walletDetailsCalls
const { getTransaction } = transactionDetailsCalls

export type WalletName = Pick<Wallet, 'project_id' | 'wallet_address'>

/** Wallets have no id: their key is the project and the address. */
export function walletKey(wallet: WalletName): string {
  return `${wallet.project_id} ${wallet.wallet_address}`
}

export function isSameWallet(a: WalletName, b: WalletName): boolean {
  return (
    a.project_id === b.project_id &&
    a.wallet_address.toLowerCase() === b.wallet_address.toLowerCase()
  )
}

export const walletList: PagedListSource<Wallet> = {
  call: walletCalls.listWallets,
  idOf: walletKey,
}

async function findWallet(wallet: WalletName, signal?: AbortSignal): Promise<Wallet | undefined> {
  const query = {
    ...ALL_WALLETS,
    projects: [wallet.project_id],
    walletAddress: wallet.wallet_address,
    limit: 1,
  }
  const page = await send(walletCalls.listWallets, { query }, { signal })
  return page.results[0]
}

async function fetchWallet(wallet: Wallet, signal?: AbortSignal): Promise<Wallet> {
  return (await findWallet(wallet, signal)) ?? wallet
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
  /** What the page of a wallet shows, but for its timeline. */
  details: (wallet: WalletName) =>
    queryOptions({
      ...queryOf(getWallet, { params: paramsOf(wallet) }),
      staleTime: 0,
      meta: { keep: getWallet.response },
    }),
}

/** The path params of a wallet's calls. */
export function paramsOf({ project_id, wallet_address }: WalletName) {
  return { project_id, wallet_address }
}

/** Refetches the pages of wallets and of transactions. */
function refreshRecordPages(client: QueryClient): void {
  for (const { path } of [getWallet, listTimeline, getTransaction]) {
    void refetch(client, { queryKey: [path] })
  }
  void refetch(client, { queryKey: [walletList.call.path, TOTAL] })
}

/** Saves one referral override, and shows it in the lists and on the wallet's page. */
export async function saveOverride(
  client: QueryClient,
  wallet: Wallet,
  field: WalletOverride,
  value: number | null,
): Promise<void> {
  const saved = await send(walletCalls.updateWallet, {
    params: paramsOf(wallet),
    body: { [field]: value },
  })
  showRow(client, walletList, saved)
  client.setQueryData(walletQueries.details(wallet).queryKey, (page) => {
    return page && { ...page, wallet: saved }
  })
  refreshRecordPages(client)
}

/**
 * Refetches a wallet after a change. If that fails, it is shown with its known state.
 * @param credited the tokens that `wallet` does not have yet
 */
export async function refreshWallet(
  client: QueryClient,
  wallet: Wallet,
  credited?: string,
): Promise<void> {
  const { queryKey } = walletQueries.details(wallet)
  const before = client.getQueryState(queryKey)
  refreshRecordPages(client)
  const total_tokens = addDecimals(wallet.total_tokens, credited ?? '0')
  // The change was applied, also if the new state can't be fetched.
  const now = await fetchWallet(wallet).catch(() => ({ ...wallet, total_tokens }))
  showRow(client, walletList, now)
  if (credited === undefined || before?.data === undefined) return
  const { data, dataUpdatedAt: updatedAt } = before
  const totals = {
    ...data.totals,
    credits: data.totals.credits + 1,
    credited_tokens: addDecimals(data.totals.credited_tokens, credited),
  }
  client.setQueryData(
    queryKey,
    // What the server has sent meanwhile is newer.
    (page) => (page === data ? { ...data, wallet: now, totals } : undefined),
    { updatedAt },
  )
}

/** Refetches a wallet that a change of another record has credited, also in the lists. */
export async function refreshCreditedWallet(
  client: QueryClient,
  wallet: WalletName,
): Promise<void> {
  refreshRecordPages(client)
  // A list that can't be renewed shows the wallet with its time.
  const now = await findWallet(wallet).catch(() => undefined)
  if (now !== undefined) showRow(client, walletList, now)
}
