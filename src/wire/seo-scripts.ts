import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { idSchema, instantSchema, nullableTextSchema, projectIdSchema } from './primitives.ts'
import { projectsParam } from './query-params.ts'

export const MAX_SCRIPT_LENGTH = 20_000

export const seoScriptSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  header: nullableTextSchema,
  body: nullableTextSchema,
})
export type SeoScript = z.infer<typeof seoScriptSchema>
export const seoScriptListSchema = z.array(seoScriptSchema)
export const seoScriptListQuerySchema = z.object({ projects: projectsParam })

const scriptSchema = z.nullable(
  z
    .string()
    .check(z.maxLength(MAX_SCRIPT_LENGTH, `Must be at most ${MAX_SCRIPT_LENGTH} characters`)),
)
export const seoScriptUpdateSchema = z.strictObject({ header: scriptSchema, body: scriptSchema })
export type SeoScriptUpdate = z.infer<typeof seoScriptUpdateSchema>
/** Scripts as somebody saved them. */
export const seoScriptVersionSchema = z.object({
  /** From 1, per project. */
  version: z.int(),
  header: nullableTextSchema,
  body: nullableTextSchema,
  created_at: instantSchema,
  /** Null for scripts from before versions were kept. */
  created_by: nullableTextSchema,
})
export type SeoScriptVersion = z.infer<typeof seoScriptVersionSchema>
export const seoScriptVersionListSchema = z.array(seoScriptVersionSchema)
/** How many versions are listed; all are kept. */
export const MAX_LISTED_VERSIONS = 50

export const seoScriptVersionParamsSchema = z.object({
  project_id: projectIdSchema,
  version: z.string().check(z.regex(/^[1-9]\d{0,8}$/)),
})
export const seoScriptParamsSchema = z.object({ project_id: projectIdSchema })

export const seoScriptCalls = {
  listSeoScripts: {
    ...read,
    path: '/seo-scripts',
    summary: 'The scripts of projects',
    roles: 'any',
    query: seoScriptListQuerySchema,
    response: seoScriptListSchema,
  },

  updateSeoScript: {
    method: 'POST',
    path: '/seo-scripts/:project_id',
    summary: 'Replace the scripts of a project',
    access: 'signed-in',
    roles: 'any',
    needsStepUp: 'everything',
    params: seoScriptParamsSchema,
    body: seoScriptUpdateSchema,
    response: seoScriptSchema,
    status: 200,
  },

  listSeoScriptVersions: {
    ...read,
    path: '/seo-scripts/:project_id/versions',
    summary: `The last ${MAX_LISTED_VERSIONS} versions of a project's scripts, newest first`,
    roles: 'any',
    params: seoScriptParamsSchema,
    response: seoScriptVersionListSchema,
  },

  restoreSeoScript: {
    method: 'POST',
    path: '/seo-scripts/:project_id/versions/:version/restore',
    summary: 'Save the scripts of an earlier version again, as a new one',
    access: 'signed-in',
    roles: 'any',
    needsStepUp: 'everything',
    params: seoScriptVersionParamsSchema,
    response: seoScriptSchema,
    status: 200,
  },
} satisfies Calls
