import { expect } from 'vitest'
import type { ChainPayment, ChainPaymentState } from '#src/wire/chain-payments.ts'
import type { EventResult } from '#src/wire/ingest.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import type { Caller } from '#tests/support/server/api-process.ts'
import { someAddress, TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { PROJECTS, type Expected, type Purchase } from './paid-purchases.ts'
import type { Contracts } from './sale-contracts.ts'

// What sites and people request of servers with a sale whose chain is followed.

export const CHAIN_ID = 31_337
export const CONFIRMATIONS = 2
export const ALL_PROJECTS = PROJECTS.map((project) => `projects=${project}`).join('&')

/** Sends purchases of one project, as its site does. */
export async function sendPurchases(
  url: string,
  { key, project }: { key: string; project: string },
  purchases: readonly Purchase[],
): Promise<void> {
  const now = Date.now()
  const events = purchases
    .filter((purchase) => purchase.project === project)
    .map(({ id, token, amount, hash, usd, age }) => ({
      id: `event-${id}`,
      kind: 'transaction',
      occurred_at: new Date(now).toISOString(),
      transaction_id: id,
      wallet_address: someAddress(),
      status: 'completed',
      created_at: new Date(now - age).toISOString(),
      transaction_hash: hash,
      payment_token_name: token,
      payment_token_amount: amount,
      payment_usd_amount: usd,
    }))
  if (events.length === 0) return
  const response = await fetch(`${url}/v1/ingest/${project}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  expect(response.status).toBe(200)
  // The response of the call.
  const { results } = (await response.json()) as { results: EventResult[] }
  expect(results.filter(({ outcome }) => outcome !== 'taken')).toEqual([])
}

/** Connects a project's chain, as an admin who proves who it is if that is needed. */
export async function connectChain(
  caller: Caller,
  { project, url }: { project: string; url: string },
  { usdt, dai, shop, vault }: Contracts,
): Promise<void> {
  const body = {
    name: 'Local chain',
    rpc_url: url,
    confirmations: CONFIRMATIONS,
    receivers: [shop, vault],
    tokens: [
      { symbol: 'USDT', address: usdt, decimals: 6 },
      { symbol: 'DAI', address: dai, decimals: 18 },
      { symbol: 'ETH', address: null, decimals: 18 },
    ],
    from_block: 0,
  }
  const put = () => caller.put(`/projects/${project}/chains/${CHAIN_ID}`, body)
  const first = await put()
  if (first.status === 200) return
  // The contract's refusal of a call that needs a proof.
  const { step_up: stepUp } = first.body as { step_up: { challenge: string } }
  const proof = { kind: 'password', password: TEST_PASSWORD, challenge: stepUp.challenge }
  expect((await caller.post('/auth/step-up', proof)).status).toBe(204)
  expect(await put()).toMatchObject({ status: 200 })
}

/** All pages of a list. */
async function listAll<Row>(caller: Caller, where: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await caller.get(`${where}&${ALL_PROJECTS}&limit=100&page=${page}`)
    expect(status).toBe(200)
    // The response of the call, whose rows the callers name.
    const { results } = body as { results: Row[] }
    rows.push(...results)
    if (results.length < 100) return rows
  }
}

export const listPurchases = (caller: Caller) =>
  listAll<Transaction>(caller, '/transactions?sort=created_at')
export const listPayments = (caller: Caller, state: ChainPaymentState) =>
  listAll<ChainPayment>(caller, `/chain/payments?state=${state}`)

/** What is compared of a proof, by project and the site's id. */
export async function findProofs(caller: Caller): Promise<Map<string, Expected | null>> {
  const found = (await listPurchases(caller)).map(({ project_id, source_id, proof }) => {
    if (!proof) return [`${project_id} ${source_id}`, null] as const
    const { state, reason, amount, token, payer, receiver, claims } = proof
    const compared = { state, reason, amount, token, payer, receiver, claims }
    return [`${project_id} ${source_id}`, compared] as const
  })
  return new Map(found)
}
