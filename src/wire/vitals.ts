import * as z from 'zod/mini'
import type { Calls } from './call.ts'

/**
 * What browsers measure: the web vitals (https://web.dev/articles/vitals), and `long_task`, the
 * longest time that the page did not respond. In milliseconds; CLS in thousandths.
 */
export const VITAL_NAMES = ['FCP', 'LCP', 'INP', 'CLS', 'TTFB', 'long_task'] as const

/** The pages that are told apart: paths without a query and without ids. */
export const VITAL_PAGES = [
  '/',
  '/launch-comparison',
  '/channels',
  '/stages',
  '/stages/:project/edit',
  '/settlement',
  '/allocations',
  '/allocations/:project/:id/difference',
  '/transactions',
  '/users',
  '/users/:project/:address',
  '/transactions/:project/:id',
  '/transactions/payments',
  '/manual-transactions',
  '/bonus-codes',
  '/bonus-codes/:project/:id',
  '/leads',
  '/banners',
  '/seo-scripts',
  '/project-settings',
  '/connections',
  '/import',
  '/activity',
  '/team',
  '/alerts',
  '/account',
] as const

/** A value beyond it, such as that of a tab that slept, says nothing: ten minutes. */
export const MAX_VITAL = 600_000

export const vitalsSchema = z.strictObject({
  page: z.enum(VITAL_PAGES),
  device: z.enum(['phone', 'desktop']),
  metrics: z
    .array(
      z.strictObject({
        name: z.enum(VITAL_NAMES),
        value: z.int().check(z.minimum(0), z.maximum(MAX_VITAL)),
      }),
    )
    .check(z.minLength(1), z.maxLength(VITAL_NAMES.length)),
})

export type Vitals = z.output<typeof vitalsSchema>

export const vitalsCalls = {
  addVitals: {
    own: true,
    method: 'POST',
    path: '/vitals',
    summary: 'Adds what a browser measured on one page; stored only if the operator wants it',
    access: 'signed-in',
    roles: 'any',
    body: vitalsSchema,
    response: null,
    status: 204,
  },
} satisfies Calls
