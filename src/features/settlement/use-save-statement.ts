import { useRef } from 'react'
import { send } from '#src/api/http.ts'
import { settlementCalls, type StatementCreate } from '#src/wire/settlement.ts'
import { newIdempotencyKey, sendUntilConfirmed } from '#src/writes/idempotent-write.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { SETTLEMENTS_KEY } from './settlement-query.ts'
import { STATEMENTS_KEY } from './statement-list.ts'

const { saveStatement } = settlementCalls
const noteNothing = () => undefined

/**
 * Saves a statement. After a lost response, saving the same period again sends the same
 * Idempotency-Key, so that it is saved once. A rolling period is another one after a refresh, so people
 * are sent to the saved statements first.
 */
export function useSaveStatement() {
  const unconfirmed = useRef(new Map<string, PendingWrite<StatementCreate>>())
  return useWrite({
    mutationFn: async (body: StatementCreate) => {
      const target = JSON.stringify(body)
      const earlier = unconfirmed.current.get(target)
      const statement = earlier ?? { key: newIdempotencyKey(), what: body, sentAt: Date.now() }
      const outcome = await sendUntilConfirmed(
        statement,
        ({ key, what }, timeoutMs) =>
          send(saveStatement, { body: what, idempotencyKey: key }, { timeoutMs }),
        { isRetry: earlier !== undefined, onRetry: noteNothing },
      )
      if (outcome.is === 'unknown') unconfirmed.current.set(target, statement)
      else unconfirmed.current.delete(target)
      if (outcome.is !== 'done') throw outcome.error
      return outcome.result
    },
    meta: {
      success: 'Statement saved',
      failure:
        'The statement may not be saved. Check the saved statements before you save it again.',
      // The server saves the figures of this second: those on screen may be older.
      invalidates: [STATEMENTS_KEY, SETTLEMENTS_KEY],
    },
  })
}
