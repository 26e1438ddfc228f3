import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { pageParams, pageSchema, periodInOrder, periodParams, totalSchema } from './paging.ts'
import { flagSchema, idSchema, instantSchema, nullableTextSchema } from './primitives.ts'
import { projectsParam, repeated } from './query-params.ts'

export const leadSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  email: nullableTextSchema,
  is_email_verified: flagSchema,
  wallet_address: nullableTextSchema,
  mobile: nullableTextSchema,
  preferred_contact_time: nullableTextSchema,
  investment_amount: nullableTextSchema,
  created_at: instantSchema,
  updated_at: instantSchema,
})
export type Lead = z.infer<typeof leadSchema>
export const leadPageSchema = pageSchema(leadSchema)

const leadFilterParams = {
  projects: projectsParam,
  ...periodParams,
  id: z.optional(idSchema),
  /** The beginning of an email address or a mobile number, in any case. */
  q: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  verified: z.optional(z.enum(['0', '1'])),
}
export const leadListQuerySchema = z
  .object({ ...pageParams, ...leadFilterParams })
  .check(periodInOrder)
export const leadTotalQuerySchema = z.object(leadFilterParams).check(periodInOrder)

export const LEAD_FIELDS = ['email', 'mobile'] as const
export const leadFieldSchema = z.enum(LEAD_FIELDS)
export type LeadField = z.infer<typeof leadFieldSchema>

/** The columns of the export, in the requested order. */
export const leadExportQuerySchema = z
  .object({
    ...leadFilterParams,
    fields: repeated(
      leadFieldSchema,
      z.minLength(1, 'Must name at least one field'),
      z.refine((fields) => new Set(fields).size === fields.length, 'Must not name a field twice'),
    ),
  })
  .check(periodInOrder)

export const leadCalls = {
  listLeads: {
    scope: 'leads',
    ...read,
    path: '/leads',
    summary: 'Leads, newest first',
    roles: 'any',
    query: leadListQuerySchema,
    response: leadPageSchema,
  },

  sumLeads: {
    scope: 'leads',
    ...read,
    path: '/leads/total',
    summary: 'The number of leads of the filters',
    roles: 'any',
    query: leadTotalQuerySchema,
    response: totalSchema,
  },

  exportLeads: {
    scope: 'leads',
    ...read,
    path: '/leads/csv',
    summary: 'Leads as CSV',
    roles: 'any',
    query: leadExportQuerySchema,
    response: 'text/csv',
  },
} satisfies Calls
