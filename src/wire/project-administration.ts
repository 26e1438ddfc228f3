import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { instantSchema, projectIdSchema } from './primitives.ts'
import { projectNameSchema } from './project-name.ts'
import { httpUrlSchema, tickerSchema } from './project-settings.ts'
import { projectParamsSchema, projectSchema } from './projects.ts'

/** A new project: its permanent name, and what its site and its buyers see. */
export const projectCreateSchema = z.strictObject({
  id: projectNameSchema,
  website_url: z.optional(httpUrlSchema),
  project_ticker: z.nullish(tickerSchema),
})
export type ProjectCreate = z.infer<typeof projectCreateSchema>

export const archivedProjectListSchema = z.array(
  z.object({ id: projectIdSchema, archived_at: instantSchema }),
)

const change = {
  method: 'POST',
  access: 'signed-in',
  roles: 'admin',
  params: projectParamsSchema,
  response: null,
  status: 204,
} as const

export const projectAdministrationCalls = {
  createProject: {
    method: 'POST',
    path: '/projects',
    summary: 'Add a project with default settings',
    access: 'signed-in',
    roles: 'admin',
    body: projectCreateSchema,
    response: projectSchema,
    status: 201,
  },

  listArchivedProjects: {
    ...read,
    path: '/projects/archived',
    summary: 'Archived projects, by name',
    roles: 'admin',
    response: archivedProjectListSchema,
  },

  archiveProject: {
    ...change,
    path: '/projects/:id/archive',
    summary: 'Hide a project from names, filters and lists; nothing is deleted',
  },

  restoreProject: {
    ...change,
    path: '/projects/:id/restore',
    summary: 'Show an archived project again',
  },

  removeTestWallet: {
    ...change,
    method: 'DELETE',
    path: '/projects/:id/test-wallet',
    summary: 'Remove the wallet of the example event that connects a site',
  },
} satisfies Calls
