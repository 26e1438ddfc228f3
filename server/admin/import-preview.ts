import { rankOf } from '#server/db/ingest-events.ts'
import type { TransactionStatus } from '#server/db/schema.ts'
import type { EventResult } from '#src/wire/ingest.ts'
import { openSeenKeys } from './seen-keys.ts'

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
    const hash = event['transaction_hash']
    // A hash that is the purchase's id belongs to it.
    if (typeof hash !== 'string' || hash === id) return result
    const isNewPair = seen.add(`pair ${id} ${hash.toLowerCase()}`)
    const isNewHash = seen.add(`hash ${hash.toLowerCase()}`)
    if (isNewHash || !isNewPair) return result
    const reason = "Is another purchase's"
    return { ...result, outcome: 'refused', field: 'transaction_hash', reason }
  }
}
