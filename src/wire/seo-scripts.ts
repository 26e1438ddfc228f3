import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { idSchema, nullableTextSchema, projectIdSchema } from './primitives.ts'
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
    params: seoScriptParamsSchema,
    body: seoScriptUpdateSchema,
    response: seoScriptSchema,
    status: 200,
  },
} satisfies Calls
