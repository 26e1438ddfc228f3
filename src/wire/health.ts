import * as z from 'zod/mini'
import { type Calls } from './call.ts'

export const healthSchema = z.object({ status: z.literal('ok') })

export const healthCalls = {
  getHealth: {
    method: 'GET',
    path: '/health',
    summary: 'Whether the server is up',
    access: 'open',
    roles: 'any',
    response: healthSchema,
    status: 200,
  },
} satisfies Calls
