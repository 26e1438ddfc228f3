import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { searchCalls } from '#src/wire/search.ts'
import { walletDetailsCalls, walletDetailsSchema } from '#src/wire/wallet-details.ts'
import { walletCalls } from '#src/wire/wallets.ts'
import { recordActs } from '#tests/support/oracles/record-rows.ts'
import { WALLET } from '#tests/support/screens/screen-rows.ts'
import { savedRecordsQuery } from './saved-records.ts'

const details = walletDetailsSchema.parse(
  recordActs()[`GET /wallets/AURA/${WALLET.wallet_address}`]?.({
    path: '',
    query: new URLSearchParams(),
    body: null,
  }),
)
const withTotal = (total_tokens: string) => ({ ...WALLET, total_tokens })

test.each([
  ['list', { list: 3, page: 2, search: 1 }, '1'],
  ['page', { list: 2, page: 3, search: 1 }, '2'],
  ['search', { list: 1, page: 2, search: 3 }, '3'],
])('a record shows what the %s knows, where that is the newest', async (_where, at, total) => {
  const client = new QueryClient()
  const list = { results: [withTotal('1')], page: 1, limit: 20 }
  client.setQueryData(
    [walletCalls.listWallets.path, {}],
    { pages: [list], pageParams: [1] },
    { updatedAt: at.list },
  )
  client.setQueryData(
    [walletDetailsCalls.getWallet.path, {}],
    { ...details, wallet: withTotal('2') },
    { updatedAt: at.page },
  )
  const detail = { ...withTotal('3'), purchases: 1 }
  const found = { kind: 'wallet', project_id: 'AURA', id: '1', title: '', at: WALLET.created_at }
  client.setQueryData(
    [searchCalls.search.path, { q: WALLET.wallet_address }],
    { results: [{ ...found, detail }] },
    { updatedAt: at.search },
  )
  const records = await client.fetchQuery(savedRecordsQuery(client))
  expect(records).toMatchObject([{ kind: 'wallet', detail: { total_tokens: total } }])
})
