import { hash } from 'node:crypto'
import { rankOf } from '#server/db/ingest/ingest-events.ts'
import type { TransactionStatus } from '#server/db/schema/schema.ts'
import type { EventResult } from '#src/wire/ingest.ts'

const FIRST_SLOTS = 1 << 16
const MAX_LOAD = 0.6

/**
 * Corrects the results of a dry run, which knows the stored rows but not earlier batches of the file: a
 * repeated line, and a line that contradicts another one or has another purchase's hash.
 */
export function openPreview(): (
  event: Readonly<Record<string, unknown>>,
  result: EventResult,
) => EventResult {
  const seen = openSeenKeys()
  return (event, result) => {
    if (result.outcome !== 'taken') return result
    if (!seen.add(`id ${String(event['id'])}`)) return { ...result, outcome: 'repeated' }
    if (event['kind'] !== 'transaction') return result
    const id = String(event['transaction_id'])
    // Only valid events are taken.
    const rank = rankOf(event['status'] as TransactionStatus)
    const at = Date.parse(String(event['occurred_at']))
    if (!seen.add(`state ${id} ${at} ${rank}`))
      return {
        ...result,
        outcome: 'refused',
        field: 'occurred_at',
        reason: 'Another line describes this transaction at the same time',
      }
    const purchaseHash = event['transaction_hash']
    // A hash that is the purchase's id belongs to it.
    if (typeof purchaseHash !== 'string' || purchaseHash === id) return result
    const isNewPair = seen.add(`pair ${id} ${purchaseHash.toLowerCase()}`)
    const isNewHash = seen.add(`hash ${purchaseHash.toLowerCase()}`)
    if (isNewHash || !isNewPair) return result
    const reason = "Is another purchase's"
    return { ...result, outcome: 'refused', field: 'transaction_hash', reason }
  }
}

/**
 * A set of texts that only grows, in less than 30 bytes each: it holds the keys of millions of rows. Two of
 * millions of different texts count as the same with a probability below one in a million.
 */
export function openSeenKeys(): { add(text: string): boolean } {
  // Each slot holds 64 bits of the text's hash. A slot of zeros is free.
  let slots = new Uint32Array(FIRST_SLOTS * 2)
  let count = 0

  const insert = (high: number, low: number): boolean => {
    const mask = slots.length / 2 - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const [first, second] = [slots[slot * 2], slots[slot * 2 + 1]]
      if (first === high && second === low) return false
      if (first === 0 && second === 0) {
        slots[slot * 2] = high
        slots[slot * 2 + 1] = low
        return true
      }
    }
  }
  const grow = () => {
    const before = slots
    slots = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += 2) {
      const high = before[at] ?? 0
      const low = before[at + 1] ?? 0
      if (high !== 0 || low !== 0) insert(high, low)
    }
  }

  return {
    /** @returns false if the text was added before */
    add(text) {
      const digest = hash('sha1', text, 'buffer')
      const isNew = insert((digest.readUInt32LE(0) | 1) >>> 0, digest.readUInt32LE(4))
      if (!isNew) return false
      count += 1
      if (count > (slots.length / 2) * MAX_LOAD) grow()
      return true
    },
  }
}
