import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { projectTermsCalls } from '#src/wire/project-terms.ts'

/** A project's terms. Like all settings, they are never stored on the device. */
export const termsQuery = (projectId: string) =>
  queryOptions(queryOf(projectTermsCalls.getProjectTerms, { params: { id: projectId } }))
