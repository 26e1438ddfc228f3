import * as z from 'zod/mini'

/** The body of every error: the HTTP status and a message. */
export const errorSchema = z.object({ code: z.int(), message: z.string() })
export type WireError = z.infer<typeof errorSchema>
