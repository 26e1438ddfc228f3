import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CHAIN_PRESETS } from '#src/domain/sale/chain-presets.ts'
import { fakeAddress } from '#tests/support/chain/fake-chain.ts'
import { openFakeNode, type FakeNode } from '#tests/support/chain/fake-node.ts'
import { signInCaller, type Caller } from './e2e-calls.ts'
import { copyDemoData } from './e2e-demo-data.ts'
import { addPurchase, type OwnPurchase } from './e2e-sale.ts'
import { startServer } from './e2e-server.ts'
import { closePages, test as base, type RunningApp } from './e2e.ts'

/** The project of these journeys: it has no purchases but theirs. */
export const PROJECT = 'PROVEN'
export const RECEIVER = fakeAddress('receiver of the journeys')
export const EXCHANGE = fakeAddress('an exchange')

const [ETHEREUM] = CHAIN_PRESETS
const HOUR_MS = 3_600_000

/** A server whose project takes USDT on Ethereum, with the chain of a node that the test writes. */
export interface ChainSale extends RunningApp {
  caller: Caller
  node: FakeNode
  /** A payment to the receiver in whole USDT, with the confirmations that are needed. Returns its hash. */
  pay: (usdt: number) => string
  /** A wallet with a completed purchase: what it claims in whole USDT, and its transaction. */
  buy: (claimed: number, hash: string) => Promise<OwnPurchase>
}

async function openChainSale(): Promise<ChainSale> {
  const headAt = new Date(Date.now() - HOUR_MS)
  const node = await openFakeNode({ chainId: ETHEREUM?.chainId ?? 1, headAt })
  const tokens = (ETHEREUM?.tokens ?? []).flatMap(({ address, ...token }) =>
    address === null ? [] : [{ ...token, address }],
  )
  for (const token of tokens) node.addToken(token)
  const usdt = tokens.find(({ symbol }) => symbol === 'USDT')?.address ?? ''
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
  await copyDemoData(folder)
  const server = await startServer({ SALEROOM_DATA: folder, SALEROOM_RPC_ORIGINS: node.url })
  const caller = await signInCaller(server, 'admin@saleroom.example')
  await caller.post('/projects', { id: PROJECT })
  return {
    ...server,
    folder,
    caller,
    node,
    pay(paid) {
      const units = BigInt(paid) * 1_000_000n
      const { hash } = node.chain.payToken({ token: usdt, from: EXCHANGE, to: RECEIVER, units })
      node.chain.mine(ETHEREUM?.confirmations)
      return hash
    },
    buy: (claimed, transaction_hash) =>
      addPurchase(
        server,
        'completed',
        {
          transaction_hash,
          payment_token_name: 'USDT',
          payment_token_amount: String(claimed),
          payment_usd_amount: String(claimed),
          tokens_bought: String(claimed * 40),
        },
        PROJECT,
      ),
    async stop(signal) {
      const code = await server.stop(signal)
      await node.close()
      await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Journeys on a server of their own, whose project can be connected to a chain. */
export const test = base.extend<{ sale: ChainSale }>({
  sale: async ({ context }, give) => {
    const sale = await openChainSale()
    await give(sale)
    await closePages(context)
    await sale.stop()
  },
})
