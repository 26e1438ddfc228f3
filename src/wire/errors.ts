import * as z from 'zod/mini'

/** What a 403 needs: one proof of these kinds, for POST /auth/step-up. */
export const stepUpSchema = z.object({
  challenge: z.string(),
  factors: z.array(z.string()),
  /** The limit that the call is above: tokens, or the percentage of a bonus code. */
  over: z.optional(z.string()),
})
export type StepUp = z.infer<typeof stepUpSchema>

/** The message of a 403 with `step_up`. */
export const STEP_UP_MESSAGE = 'Confirm it is you'

/** The body of every error: the HTTP status and a message. */
export const errorSchema = z.object({
  code: z.int(),
  message: z.string(),
  step_up: z.optional(stepUpSchema),
  /** What was checked of the node of a chain, when it is refused: `chainCheckSchema`. */
  check: z.optional(z.array(z.object({ what: z.string(), ok: z.boolean(), detail: z.string() }))),
})
export type WireError = z.infer<typeof errorSchema>
