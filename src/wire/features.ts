import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'

/**
 * Groups of calls that a server may lack: the app shows what needs them only where they exist. A
 * server from before this call has none.
 */
export const FEATURES = [
  'search',
  'wallet_page',
  'audit',
  'administration',
  'live',
  'alerts',
  'push',
  'campaigns',
  'settlement',
  'factors',
  'approvals',
  'exports',
  'corrections',
  'allocations',
  'chain',
  'stages',
  'notes',
  'readers',
] as const
export type Feature = (typeof FEATURES)[number]

// Text, not the names above: a newer server may have features that this app does not know.
export const featureListSchema = z.object({ features: z.array(z.string()) })

export const featureCalls = {
  listFeatures: {
    ...read,
    path: '/features',
    summary: 'The groups of calls that this server has',
    roles: 'any',
    response: featureListSchema,
  },
} satisfies Calls
