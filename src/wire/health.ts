import * as z from 'zod/mini'
import { type Calls } from './call.ts'

export const healthSchema = z.object({ status: z.literal('ok') })

export const readySchema = z.object({ status: z.literal('ready') })

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
  getReady: {
    method: 'GET',
    path: '/ready',
    summary: 'Whether the server can do its work: 503 with the reason otherwise',
    access: 'open',
    roles: 'any',
    response: readySchema,
    status: 200,
  },
} satisfies Calls
