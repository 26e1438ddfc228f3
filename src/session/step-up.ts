import { ref } from 'valtio'
import type { Call } from '#src/wire/call.ts'
import { stepUpSchema, type StepUp } from '#src/wire/errors.ts'
import { INVALID_CHALLENGE } from '#src/wire/second-factors.ts'
import { ApiError } from './api-error.ts'
import { stepUpState } from './step-up-state.ts'
import type { Reply } from './transport.ts'

/** The message of a call that was not confirmed. */
export const NOT_CONFIRMED = 'You did not confirm. Nothing was changed.'

/** Longer than the dialog's code may take to load. */
const DIALOG_LIMIT_MS = 20_000

/** A call that the server refused, and how to send it again as it was. */
interface Refused {
  request: { call: Call; input: { params?: unknown; body?: unknown } }
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
// The one that is sent for a new challenge. Cancel takes it off the dialog; its result then settles it.
let renewed: Waiting | null = null
let isDialogLoaded = false
let dialogTimer: ReturnType<typeof setTimeout> | undefined

/** The dialog is there: from now on, calls wait for the person without a limit. */
export function noteDialog(): void {
  isDialogLoaded = true
  clearTimeout(dialogTimer)
}

/** Gives up the calls if the code of the dialog does not load: nobody could confirm them. */
function giveUpWithoutDialog(): void {
  clearTimeout(dialogTimer)
  dialogTimer = setTimeout(() => {
    cancelStepUp()
    // Unmounted, it is loaded again for the next call.
    stepUpState.isNeeded = false
  }, DIALOG_LIMIT_MS)
}

/** Shows the dialog for the first call that waits, or closes it. */
function show(): void {
  const first = renewed ?? waiting[0]
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

/** Null for a step-up that this version of the app can't read. */
function stepUpOf(error: unknown): StepUp | null {
  if (!(error instanceof ApiError)) return null
  return stepUpSchema.safeParse(error.stepUp).data ?? null
}

/**
 * Sends a call again that does not wait any more. Resolves to whether it is settled; if not, it was
 * refused for the same reason, and has the new challenge.
 */
async function resend(entry: Waiting): Promise<boolean> {
  try {
    entry.resolve(await entry.attempt())
  } catch (error) {
    const stepUp = stepUpOf(error)
    if (stepUp !== null) {
      entry.stepUp = stepUp
      return false
    }
    entry.reject(error)
  }
  return true
}

/** Sends a call again after a confirmation. Refused for the same reason, it waits once more. */
async function resendConfirmed(entry: Waiting): Promise<void> {
  if (await resend(entry)) return
  if (entry.signal.aborted) {
    entry.reject(givenUp(entry))
    return
  }
  waiting = [...waiting, entry]
  show()
}

/** Sends the first call that waits again, for its new challenge. The dialog stays open. */
async function renewFirst(): Promise<void> {
  const [first, ...others] = waiting
  // One at a time.
  if (first === undefined || renewed !== null) return
  waiting = others
  renewed = first
  const isSettled = await resend(first)
  const isCancelled = renewed !== first
  if (!isCancelled) renewed = null
  if (!isSettled) {
    if (isCancelled || first.signal.aborted) first.reject(givenUp(first))
    else waiting = [first, ...waiting]
  }
  show()
}

/** The error of a call that the person, the end of the session or the caller gave up. */
function givenUp({ signal, stepUp }: Waiting): ApiError {
  // The server has refused it before, so it had no effect.
  if (signal.aborted) return new ApiError({ kind: 'aborted', isUnsent: true })
  const message = NOT_CONFIRMED
  return new ApiError({ kind: 'answer', code: 403, status: 403, message, stepUp })
}

function giveUp(entry: Waiting): void {
  waiting = waiting.filter((one) => one !== entry)
  show()
  entry.reject(givenUp(entry))
}

/**
 * Waits until the person has confirmed who they are, then sends a refused call again as it was: with
 * the same idempotency key. The dialog has no time limit, since the limits of a call are per request.
 * @throws ApiError with NOT_CONFIRMED if they cancel, of kind `aborted` if the session ends or the
 * caller gives up
 */
export async function sendConfirmed(refused: Refused, error: ApiError): Promise<Reply> {
  const stepUp = stepUpOf(error)
  if (stepUp === null) throw error
  const { signal } = refused
  let stop = () => {}
  return new Promise<Reply>((resolve, reject) => {
    const entry: Waiting = { ...refused, stepUp, resolve, reject }
    if (signal.aborted) {
      reject(givenUp(entry))
      return
    }
    // A call that is being sent ends by its signal itself.
    stop = () => {
      if (waiting.includes(entry)) giveUp(entry)
    }
    signal.addEventListener('abort', stop)
    waiting = [...waiting, entry]
    show()
    stepUpState.isNeeded = true
    if (!isDialogLoaded) giveUpWithoutDialog()
    // The signal may live as long as the session.
  }).finally(() => signal.removeEventListener('abort', stop))
}

/** Gives up every call that waits, and closes the dialog. A call that is being sent has its result. */
export function cancelStepUp(): void {
  renewed = null
  show()
  for (const entry of waiting) giveUp(entry)
}

/**
 * Proves who is signed in, and sends all calls that wait again. For an expired or used challenge
 * nothing is proved: the first call gets a new one by being sent again.
 * @param prove sends the proof
 * @returns whether it was proved; false with a new challenge in the state
 * @throws ApiError for a wrong proof, or if there are too many
 */
export async function confirmStepUp(prove: () => Promise<unknown>): Promise<boolean> {
  try {
    await prove()
  } catch (error) {
    if (!(error instanceof ApiError) || error.message !== INVALID_CHALLENGE) throw error
    await renewFirst()
    return false
  }
  // The dialog closes now: the calls show their own progress.
  const confirmed = waiting
  waiting = []
  show()
  for (const entry of confirmed) void resendConfirmed(entry)
  return true
}
