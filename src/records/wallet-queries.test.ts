import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveSession } from '#src/state/session.ts'
import { walletDetailsSchema } from '#src/wire/wallet-details.ts'
import { recordActs } from '#tests/support/oracles/record-rows.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { refreshWallet, walletQueries } from './wallet-queries.ts'

const { queryKey } = walletQueries.details(WALLET)
const acts = recordActs()
const details = walletDetailsSchema.parse(
  acts[`GET /wallets/AURA/${WALLET.wallet_address}`]?.({
    path: '',
    query: new URLSearchParams(),
    body: null,
  }),
)
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(queryKey, details, { updatedAt: 1000 })
  signInHere()
})
afterEach(() => {
  vi.unstubAllGlobals()
  leaveSession(true)
})

test('a credit whose wallet can’t be fetched is in the wallet’s totals, to the last decimal', async () => {
  const api = openFaultyApi(acts)
  api.break('GET /wallets', '500')
  await refreshWallet(client, details.wallet, '0.000000000000000001')
  expect(client.getQueryData(queryKey)).toMatchObject({
    wallet: { total_tokens: '1284910.000000000000000002' },
    totals: { credits: 2, credited_tokens: '25000.000000000000000002' },
  })
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(1000)
})

test('a credit is not added to totals that the server has sent meanwhile', async () => {
  const api = openFaultyApi(acts)
  api.break('GET /wallets', '500')
  const refreshed = refreshWallet(client, details.wallet, '5')
  const fresh = { ...details, totals: { ...details.totals, credits: 9 } }
  client.setQueryData(queryKey, fresh, { updatedAt: 2000 })
  await refreshed
  expect(client.getQueryData(queryKey)).toEqual(fresh)
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(2000)
})
