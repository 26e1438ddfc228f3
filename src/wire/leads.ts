import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { pageParams, pageSchema } from './paging.ts'
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
export const leadListQuerySchema = z.object({ ...pageParams, id: z.optional(idSchema) })

export const LEAD_FIELDS = ['email', 'mobile'] as const
export const leadFieldSchema = z.enum(LEAD_FIELDS)
export type LeadField = z.infer<typeof leadFieldSchema>

/** The columns of the export, in the requested order. */
export const leadExportQuerySchema = z.object({
  projects: projectsParam,
  fields: repeated(
    leadFieldSchema,
    z.minLength(1, 'Must name at least one field'),
    z.refine((fields) => new Set(fields).size === fields.length, 'Must not name a field twice'),
  ),
})

export const leadCalls = {
  listLeads: {
    ...read,
    path: '/leads',
    summary: 'Leads, newest first',
    roles: 'any',
    query: leadListQuerySchema,
    response: leadPageSchema,
  },

  exportLeads: {
    ...read,
    path: '/leads/csv',
    summary: 'Leads as CSV',
    roles: 'any',
    query: leadExportQuerySchema,
    response: 'text/csv',
  },
} satisfies Calls
