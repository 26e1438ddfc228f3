import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { projectQueries } from '#src/api/projects.ts'
import { projectAdministrationCalls } from '#src/wire/project-administration.ts'

const { listArchivedProjects } = projectAdministrationCalls

/** The archived projects, by name. */
export const archivedQuery = queryOptions({
  ...queryOf(listArchivedProjects, {}),
  meta: { keep: listArchivedProjects.response },
})

/** The queries that archiving and restoring change. */
export const CHANGED_BY_ARCHIVE = [
  projectQueries.names().queryKey,
  projectQueries.all,
  archivedQuery.queryKey,
]
