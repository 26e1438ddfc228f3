import * as z from 'zod/mini'
import { flagSchema, idSchema } from './primitives.ts'

/** `admin`, `user` and `client` see everything of their projects; any other word sees less. */
const roleSchema = z.string().check(z.minLength(1), z.maxLength(50))

export const userSchema = z.object({
  id: idSchema,
  role: roleSchema,
  email: z.string(),
  is_email_verified: flagSchema,
  requires_password_reset: flagSchema,
})
export type User = z.infer<typeof userSchema>

export const userParamsSchema = z.object({ id: idSchema })
