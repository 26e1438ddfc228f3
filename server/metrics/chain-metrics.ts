import type { Registry } from 'prom-client'
import {
  blocksBehind,
  countDifferences,
  listChainStatus,
  listProofCounts,
} from '#server/db/chain/status.ts'
import type { Db } from '#server/db/engine/open.ts'
import { addGauge } from './gauge.ts'

export interface ChainMetrics {
  clear(): void
  /** Rejects if the database does not respond. */
  read(db: Db): Promise<void>
}

/** The metrics of connected chains. Without one there are none. */
export function openChainMetrics(registry: Registry): ChainMetrics {
  const ofChain = ['project', 'chain']
  const behind = addGauge(
    registry,
    'saleroom_chain_blocks_behind',
    'Blocks that were not yet scanned for payments. Missing before the first read.',
    ofChain,
  )
  const failing = addGauge(
    registry,
    'saleroom_chain_failing',
    'Whether the node of a chain does not respond as it should.',
    ofChain,
  )
  const differing = addGauge(
    registry,
    'saleroom_chain_differences',
    'Purchases that differ from their chain, by reason.',
    ['project', 'reason'],
  )
  const waiting = addGauge(
    registry,
    'saleroom_chain_waiting',
    'Purchases that wait for their proof.',
    ['project'],
  )
  const payments = addGauge(
    registry,
    'saleroom_chain_open_payments',
    'Payments without a purchase that nobody has dismissed.',
    ['project'],
  )
  const all = [behind, failing, differing, waiting, payments]

  return {
    clear() {
      for (const each of all) each.reset()
    },
    async read(db) {
      const chains = await listChainStatus(db)
      if (chains.length === 0) return
      for (const status of chains) {
        const labels = { project: status.project_id, chain: String(status.chain_id) }
        const blocks = blocksBehind(status)
        if (blocks !== null) behind.set(labels, blocks)
        failing.set(labels, status.state === 'failing' ? 1 : 0)
      }
      for (const { project_id: project, reason, count } of await countDifferences(db))
        differing.set({ project, reason }, count)
      for (const { project_id: project, ...counts } of await listProofCounts(db)) {
        waiting.set({ project }, counts.waiting)
        payments.set({ project }, counts.open_payments)
      }
    },
  }
}
