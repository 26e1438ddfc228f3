import type { QueryClient } from '@tanstack/react-query'
import { refetch } from '#src/cache/refetch.ts'
import { approvalQueries } from '#src/credits/approval-queries.ts'
import { showRow } from '#src/records/list/use-paged-list.ts'
import { refreshCreditedWallet, walletList } from '#src/records/wallet-queries.ts'
import { refresh } from '#src/state/filters.ts'
import { manualTransactionCalls } from '#src/wire/manual-transactions.ts'
import { transactionCalls } from '#src/wire/transactions.ts'
import type { CorrectionResult } from './correction.ts'

const idOf = ({ id }: { id: string }) => id
const purchaseList = { call: transactionCalls.listTransactions, idOf }
const creditList = { call: manualTransactionCalls.listManualTransactions, idOf }

/**
 * Fetches what a correction has changed: the page's figures, totals and records, and all others when
 * they are shown next. The rows of lists stay where they are.
 */
export function refreshCorrected(client: QueryClient): void {
  refresh()
  void refetch(client, { predicate: ({ meta }) => meta?.startsOver !== true })
}

/** Shows a correction that was made, or its request, in all lists, pages and figures. */
export function applyCorrection(client: QueryClient, result: CorrectionResult): void {
  if (result.is === 'waiting') {
    void refetch(client, { queryKey: approvalQueries.all })
    return
  }
  if (result.is === 'purchase') showRow(client, purchaseList, result.row)
  else if (result.is === 'credit') showRow(client, creditList, result.row)
  else showRow(client, walletList, result.row)
  refreshCorrected(client)
  if (result.is === 'wallet') return
  // Also the wallets of referrers, which the response does not name.
  void client.resetQueries({ queryKey: [walletList.call.path], type: 'inactive' })
  void refreshCreditedWallet(client, result.row)
}
