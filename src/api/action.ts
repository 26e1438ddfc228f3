import { toast } from 'react-hot-toast'
import { toApiError } from './api-error.ts'
import { checkConnection, connection } from './connection.ts'
import { formatErrorMessage } from './error-message.ts'
import { OFFLINE_REFUSAL } from './use-online.ts'

export type Action<Input, Result> = {
  run: (input: Input) => Promise<Result>
  /** Shown until it is done, when given. */
  loading?: string
  success?: string | ((result: Result, input: Input) => string)
  /** Shown when the server gave no message of its own. */
  failure: string
}

/** What a person is told when a call failed: the server's own words, else the caller's fallback. */
export function errorText(error: unknown, fallback: string): string {
  const { kind, message } = toApiError(error)
  return kind === 'answer' ? formatErrorMessage(message, fallback) : fallback
}

/**
 * Runs a write and tells the person how it went. Refuses at once while offline: nothing is sent,
 * nothing is queued. `onDone` runs before anything is said, also of a failure: the server may have
 * acted although its answer was lost.
 * Answers the result, or undefined when there is none.
 */
export async function runAction<Input, Result>(
  { run, loading, success, failure }: Action<Input, Result>,
  input: Input,
  onDone: () => void = () => undefined,
): Promise<Result | undefined> {
  if (!connection.isOnline) {
    toast.error(OFFLINE_REFUSAL, { id: OFFLINE_REFUSAL })
    // The server may just be back: the next attempt should know.
    void checkConnection()
    return undefined
  }
  const pending = loading === undefined ? undefined : toast.loading(loading)
  const inPlace = pending === undefined ? {} : { id: pending }
  try {
    const result = await run(input)
    onDone()
    const text = typeof success === 'function' ? success(result, input) : success
    if (text !== undefined) toast.success(text, inPlace)
    else if (pending !== undefined) toast.dismiss(pending)
    return result
  } catch (error) {
    onDone()
    if (toApiError(error).kind !== 'aborted') toast.error(errorText(error, failure), inPlace)
    else if (pending !== undefined) toast.dismiss(pending)
    return undefined
  }
}
