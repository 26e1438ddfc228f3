import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { savedData } from '#src/cache/saved-data.ts'
import type { Recognised } from '#src/domain/sale/recognise-search.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { bonusCodeCalls } from '#src/wire/bonus-codes.ts'
import { codeEffectCalls } from '#src/wire/code-effects.ts'
import { leadCalls } from '#src/wire/leads.ts'
import { searchCalls } from '#src/wire/search.ts'
import { transactionDetailsCalls } from '#src/wire/transaction-details.ts'
import { transactionCalls } from '#src/wire/transactions.ts'
import { walletDetailsCalls } from '#src/wire/wallet-details.ts'
import { walletCalls } from '#src/wire/wallets.ts'
import { startsWithTyped } from './emphasis.ts'
import { idOf, isFoundBy, titleOf, toFoundRecord, type FoundRecord } from './found-record.ts'

/** The records that this device holds, each once, from its latest response. */
export function savedRecordsQuery(client: QueryClient) {
  return queryOptions({
    queryKey: [searchCalls.search.path, { part: 'saved' }],
    queryFn: () => readRecords(client),
    // Reads the device, not the server.
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

async function readRecords(client: QueryClient): Promise<FoundRecord[]> {
  const [searches, wallets, details, purchases, purchaseDetails, codes, effects, leads] =
    await Promise.all([
      savedData(client, searchCalls.search),
      savedData(client, walletCalls.listWallets),
      savedData(client, walletDetailsCalls.getWallet),
      savedData(client, transactionCalls.listTransactions),
      savedData(client, transactionDetailsCalls.getTransaction),
      savedData(client, bonusCodeCalls.listBonusCodes),
      savedData(client, codeEffectCalls.getCodeEffect),
      savedData(client, leadCalls.listLeads),
    ])
  const records = [
    recordsIn(searches, ({ results }) => results.map(toFoundRecord)),
    recordsIn(details, ({ wallet, totals }) => [
      { kind: 'wallet', detail: { ...wallet, purchases: totals.purchases } },
    ]),
    recordsIn(wallets, ({ results }) =>
      results.map((detail) => ({
        kind: 'wallet',
        detail: { ...detail, purchases: detail.purchases ?? 0 },
      })),
    ),
    recordsIn(purchaseDetails, ({ transaction }) => [{ kind: 'transaction', detail: transaction }]),
    recordsIn(purchases, ({ results }) =>
      results.map((detail) => ({ kind: 'transaction', detail })),
    ),
    recordsIn(codes, ({ results }) => results.map((detail) => ({ kind: 'bonus_code', detail }))),
    recordsIn(effects, ({ code }) => [{ kind: 'bonus_code', detail: code }]),
    recordsIn(leads, ({ results }) => results.map((detail) => ({ kind: 'lead', detail }))),
  ].flat()
  const known = new Map<string, FoundRecord>()
  for (const { record } of records.toSorted((a, b) => b.at - a.at)) {
    const key = JSON.stringify([record.kind, record.detail.project_id, idOf(record)])
    if (!known.has(key)) known.set(key, record)
  }
  return [...known.values()]
}

/** The records in responses, each with the time of its response. */
function recordsIn<Data>(
  responses: readonly { data: Data; at: number }[],
  read: (data: Data) => FoundRecord[],
): { record: FoundRecord; at: number }[] {
  return responses.flatMap(({ data, at }) => read(data).map((record) => ({ record, at })))
}

/**
 * The saved records that a text finds: as the server does it, and addresses and hashes also by their
 * beginning or by their short form (0x4c91e07b…e1b4).
 * @param projects the ones that the user may see
 */
export function searchSaved(
  saved: readonly FoundRecord[],
  { is, q }: Recognised,
  projects: readonly string[],
): FoundRecord[] {
  if (is === 'nothing') return []
  return saved.filter((record) => {
    if (!projects.includes(record.detail.project_id)) return false
    if (isFoundBy(record, q)) return true
    const isNumber = record.kind === 'wallet' || record.kind === 'transaction'
    if (is !== 'text' || !isNumber || !/^0x/i.test(q)) return false
    const title = titleOf(record)
    return startsWithTyped(title, q) || shortAddress(title).toLowerCase() === q.toLowerCase()
  })
}
