import { ref } from 'valtio'
import { stepUpSchema, type StepUp } from '#src/wire/errors.ts'
import { INVALID_CHALLENGE, secondFactorCalls, type StepUpProof } from '#src/wire/second-factors.ts'
import { ApiError } from './api-error.ts'
import { send, type Request } from './http.ts'
import { stepUpState } from './step-up-state.ts'
import type { Reply } from './transport.ts'

/** The message of a call that was not confirmed. */
export const NOT_CONFIRMED = 'You did not confirm. Nothing was changed.'

/** Longer than the dialog's code may take to load. */
const DIALOG_LIMIT_MS = 20_000

/** A call that the server refused, and how to send it again as it was. */
interface Refused {
  request: Pick<Request, 'call' | 'input' | 'options'>
  attempt: () => Promise<Reply>
  signal: AbortSignal
}

interface Waiting extends Refused {
  stepUp: StepUp
  resolve: (reply: Reply) => void
  reject: (error: unknown) => void
}

// In the order of their refusals; the dialog is about the first one.
let waiting: Waiting[] = []
let isDialogLoaded = false

/** The dialog is there: from now on, calls wait for the person without a limit. */
export function noteDialog(): void {
  isDialogLoaded = true
}

/** Gives up the calls if the code of the dialog does not load: nobody could confirm them. */
function giveUpWithoutDialog(): void {
  setTimeout(() => {
    if (isDialogLoaded) return
    cancelStepUp()
    // Unmounted, it is loaded again for the next call.
    stepUpState.isNeeded = false
  }, DIALOG_LIMIT_MS)
}

/** Shows the dialog for the first call that waits, or closes it. */
function show(): void {
  const [first] = waiting
  if (first === undefined) {
    stepUpState.open = null
    return
  }
  const { call, input } = first.request
  // As a reference: a body may be a file, which a proxy would break.
  stepUpState.open = ref({
    ...first.stepUp,
    call: `${call.method} ${call.path}`,
    params: input.params,
    body: input.body,
  })
}

/** Adds a call to those that wait. A call that is refused again keeps its place. */
function enqueue(entry: Waiting): void {
  waiting = waiting.includes(entry) ? waiting : [...waiting, entry]
  show()
}

function remove(entry: Waiting): void {
  waiting = waiting.filter((one) => one !== entry)
  show()
}

/** Null for a step-up that this version of the app can't read. */
function stepUpOf(error: unknown): StepUp | null {
  if (!(error instanceof ApiError)) return null
  return stepUpSchema.safeParse(error.stepUp).data ?? null
}

/** Sends a call again. Refused for the same reason, it waits with the new challenge. */
async function resend(entry: Waiting): Promise<void> {
  try {
    const reply = await entry.attempt()
    remove(entry)
    entry.resolve(reply)
  } catch (error) {
    const stepUp = stepUpOf(error)
    if (stepUp !== null && !entry.signal.aborted) {
      entry.stepUp = stepUp
      enqueue(entry)
      return
    }
    remove(entry)
    entry.reject(error)
  }
}

/** The error of a call that the person, the end of the session or the caller gave up. */
function givenUp({ request, stepUp }: Waiting): ApiError {
  // The server has refused it before, so it had no effect.
  if (request.options.signal?.aborted) return new ApiError({ kind: 'aborted', isUnsent: true })
  const message = NOT_CONFIRMED
  return new ApiError({ kind: 'answer', code: 403, status: 403, message, stepUp })
}

function giveUp(entry: Waiting): void {
  remove(entry)
  entry.reject(givenUp(entry))
}

/**
 * Waits until the person has confirmed who they are, then sends a refused call again as it was: with
 * the same idempotency key. The dialog has no time limit, since the limits of a call are per request.
 * @throws ApiError with NOT_CONFIRMED if they cancel, or if the session ends
 */
export function sendConfirmed(refused: Refused, error: ApiError): Promise<Reply> {
  const stepUp = stepUpOf(error)
  if (stepUp === null) throw error
  return new Promise((resolve, reject) => {
    const entry: Waiting = { ...refused, stepUp, resolve, reject }
    const { signal } = refused
    if (signal.aborted) {
      reject(givenUp(entry))
      return
    }
    signal.addEventListener('abort', () => waiting.includes(entry) && giveUp(entry), { once: true })
    enqueue(entry)
    stepUpState.isNeeded = true
    if (!isDialogLoaded) giveUpWithoutDialog()
  })
}

/** Gives up every call that waits. */
export function cancelStepUp(): void {
  for (const entry of waiting) giveUp(entry)
}

/**
 * Proves who is signed in, and sends all calls that wait again. For an expired or used challenge
 * nothing is proved: the first call gets a new one by being sent again.
 * @returns whether it was proved; false with a new challenge in the state
 * @throws ApiError for a wrong proof, or if there are too many
 */
export async function confirmStepUp(proof: StepUpProof): Promise<boolean> {
  try {
    await send(secondFactorCalls.stepUp, { body: proof })
  } catch (error) {
    if (!(error instanceof ApiError) || error.message !== INVALID_CHALLENGE) throw error
    const [first] = waiting
    if (first) await resend(first)
    return false
  }
  // The dialog closes now: the calls show their own progress.
  const confirmed = waiting
  waiting = []
  show()
  for (const entry of confirmed) void resend(entry)
  return true
}
