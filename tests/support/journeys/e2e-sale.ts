import { randomBytes } from 'node:crypto'
import { sendEvents } from '#server/commands/event-sender.ts'
import type { IngestEvent } from '#src/wire/ingest.ts'
import type { TransactionStatus } from '#src/wire/transactions.ts'
import { signInCaller, type Caller } from './e2e-calls.ts'
import type { RunningApp } from './e2e.ts'

const PROJECT = 'HELIX'

/** What a site sends of a purchase, where it matters to a test. */
interface PurchaseFields {
  status_reason?: string
  tokens_bought?: string
  payment_token_name?: string
  payment_token_amount?: string
  payment_usd_amount?: string
  transaction_hash?: string
}

/** A wallet of its own with one purchase, which its sale can change. */
export interface OwnPurchase {
  caller: Caller
  /** The wallet's address. */
  address: string
  /** The purchase's id on the server. */
  id: string
  /** The id that its site gave it. */
  sourceId: string
  walletPath: string
  path: string
  /** Sends that the purchase has this status now. */
  becomes: (status: TransactionStatus, reason?: string) => Promise<void>
  /** Sends that the purchase brought its wallet a bonus. */
  earns: (bonus: { identifier: string; bonus_token_amount: string }) => Promise<void>
}

/** Sends a wallet and its purchase as the site of a project does. */
export async function addPurchase(
  app: Pick<RunningApp, 'url'>,
  status: TransactionStatus,
  fields: PurchaseFields = {},
  project = PROJECT,
): Promise<OwnPurchase> {
  const caller = await signInCaller(app, 'admin@saleroom.example')
  const name = randomBytes(6).toString('hex')
  const { key } = await caller.post<{ key: string }>(`/projects/${project}/keys`, { name })
  const address = `0x${randomBytes(20).toString('hex')}`
  const created_at = new Date().toISOString()
  let count = 0
  const send = async (event: object) => {
    count += 1
    const [result] = (
      await sendEvents({ url: app.url, projectId: project, key }, [
        // The server validates it.
        { id: `${name}-${count}`, occurred_at: new Date().toISOString(), ...event } as IngestEvent,
      ])
    ).results
    if (result?.outcome === 'refused') throw new Error(JSON.stringify(result))
  }
  const becomes = (next: TransactionStatus, reason?: string) =>
    send({
      kind: 'transaction',
      transaction_id: name,
      wallet_address: address,
      status: next,
      created_at,
      transaction_hash: `0x${randomBytes(32).toString('hex')}`,
      stage_name: 'Stage 5',
      payment_token_name: 'ETH',
      payment_token_amount: '0.85',
      payment_usd_amount: '2567',
      tokens_bought: '106958.330000000000000001',
      ...fields,
      ...(reason === undefined ? {} : { status_reason: reason }),
    })
  const earns: OwnPurchase['earns'] = (bonus) =>
    send({
      kind: 'bonus_transaction',
      transaction_id: name,
      wallet_address: address,
      type: 'rank',
      ...bonus,
    })
  await send({ kind: 'wallet', wallet_address: address, utm_source: 'google', utm_medium: 'cpc' })
  await becomes(status)
  const { results } = await caller.get<{ results: { id: string }[] }>(
    `/transactions?projects=${project}&walletAddress=${address}`,
  )
  const id = results[0]?.id ?? ''
  return {
    caller,
    address,
    id,
    sourceId: name,
    walletPath: `/users/${project}/${address}`,
    path: `/transactions/${project}/${id}`,
    becomes,
    earns,
  }
}
