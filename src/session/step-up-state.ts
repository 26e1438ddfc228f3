import { proxy } from 'valtio'
import type { StepUp } from '#src/wire/errors.ts'

/** A call that waits until the person has confirmed who they are. */
export interface OpenStepUp extends Readonly<Omit<StepUp, 'factors'>> {
  factors: readonly string[]
  /** "POST /team": what the dialog describes. */
  call: string
  /** The input of the call, for its description. */
  params: unknown
  body: unknown
}

/**
 * The call that the dialog of the step-up is about, null without one; and whether there was one, since
 * the dialog stays while it closes. Apart from the rest, so that what shows the dialog loads nothing
 * else.
 */
export const stepUpState = proxy<{ open: OpenStepUp | null; isNeeded: boolean }>({
  open: null,
  isNeeded: false,
})
