import { queryOptions } from '@tanstack/react-query'
import { http } from '#src/api/http.ts'
import { queryClient } from '#src/api/query-client.ts'
import {
  seoScriptListSchema,
  seoScriptSchema,
  type SeoScript,
  type SeoScriptUpdate,
} from '#src/wire/seo-scripts.ts'

export const scriptQueries = {
  all: ['seo-scripts'] as const,
  list: (projects: readonly string[]) =>
    queryOptions({
      queryKey: ['seo-scripts', { projects: projects.toSorted() }],
      queryFn: ({ signal }) =>
        http.get('/seo-scripts', { projects: projects.toSorted() }, seoScriptListSchema, {
          signal,
        }),
      meta: { keep: seoScriptListSchema },
    }),
}

/** Replaces both scripts of a project, in the lists at hand too. */
export async function saveScripts(projectId: string, update: SeoScriptUpdate): Promise<SeoScript> {
  const path = `/seo-scripts/${encodeURIComponent(projectId)}`
  const saved = await http.post(path, update, seoScriptSchema)
  queryClient.setQueriesData<SeoScript[]>(
    { queryKey: scriptQueries.all },
    (scripts) => scripts && [...scripts.filter((script) => script.project_id !== projectId), saved],
  )
  return saved
}
