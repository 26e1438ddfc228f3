import * as z from 'zod/mini'
import { type Calls } from './call.ts'
import { flagSchema, idSchema } from './primitives.ts'

/** `admin`, `user` and `client` see everything of their projects; any other role sees less. */
const roleSchema = z.string().check(z.minLength(1), z.maxLength(50))

export const userSchema = z.object({
  id: idSchema,
  role: roleSchema,
  email: z.string(),
  is_email_verified: flagSchema,
  requires_password_reset: flagSchema,
  /** 1: the role needs a second factor, which the user has yet to add. Absent from earlier servers. */
  requires_second_factor: z.optional(flagSchema),
  /** 0: may look, but not change anything but the own account. Absent from earlier servers. */
  may_write: z.optional(flagSchema),
})
export type User = z.infer<typeof userSchema>

export const userParamsSchema = z.object({ id: idSchema })

export const userCalls = {
  getUser: {
    method: 'GET',
    path: '/users/:id',
    summary: 'A user: oneself, or anybody for an admin',
    access: 'restricted',
    roles: 'any',
    params: userParamsSchema,
    response: userSchema,
    status: 200,
  },
} satisfies Calls
