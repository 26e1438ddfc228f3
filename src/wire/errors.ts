import * as z from 'zod/mini'

/** Every error body: the HTTP status once more, and a message. */
export const errorSchema = z.object({ code: z.int(), message: z.string() })
export type WireError = z.infer<typeof errorSchema>
