import { ApiError } from '#src/api/http.ts'
import { formatDuration } from '#src/domain/time/format-time.ts'
import {
  INVALID_CHALLENGE,
  INVALID_CODE,
  INVALID_PASSKEY,
  type SecondFactor,
} from '#src/wire/second-factors.ts'

/** What to do after a refused second factor. */
export type Refusal =
  /** Shows the text at the field. */
  | { is: 'code'; text: string }
  /** Shows the text at the passkey's button. */
  | { is: 'passkey'; text: string }
  /** Starts again with the password. */
  | { is: 'expired'; text: string }
  | { is: 'other' }

/** @param proof what was refused, and whether a passkey would still be accepted */
export function refusalOf(
  error: unknown,
  proof: { kind: SecondFactor['kind']; hasPasskey: boolean },
): Refusal {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return { is: 'other' }
  const { status, message } = error
  if (status === 429) {
    const wait = error.retryAfterSeconds
    const when = wait === undefined ? 'later' : `in ${formatDuration(wait * 1000)}`
    if (proof.kind === 'passkey')
      return { is: 'passkey', text: `Too many tries. Try again ${when}.` }
    const other = proof.hasPasskey ? ', or use a passkey' : ''
    return { is: 'code', text: `Too many wrong codes. Try again ${when}${other}.` }
  }
  if (message === INVALID_CODE) return { is: 'code', text: message }
  if (message === INVALID_PASSKEY) return { is: 'passkey', text: `${message}.` }
  return message === INVALID_CHALLENGE ? { is: 'expired', text: message } : { is: 'other' }
}
