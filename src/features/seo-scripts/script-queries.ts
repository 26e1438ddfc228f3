import { queryOptions } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { queryClient } from '#src/cache/query-client.ts'
import type { StandIn } from '#src/cache/query-meta.ts'
import { seoScriptCalls, type SeoScript, type SeoScriptUpdate } from '#src/wire/seo-scripts.ts'

/** Accepts a cached result for more projects as placeholder. */
function standInFrom(projects: readonly string[]): StandIn {
  return {
    accepts([resource, part]) {
      if (resource !== scriptQueries.all[0] || typeof part !== 'object' || part === null)
        return false
      const cached: readonly unknown[] =
        'projects' in part && Array.isArray(part.projects) ? part.projects : []
      return projects.every((project) => cached.includes(project))
    },
    // Validated by the query's own schema.
    adapt: (data) => (data as SeoScript[]).filter((script) => projects.includes(script.project_id)),
  }
}

export const scriptQueries = {
  all: [seoScriptCalls.listSeoScripts.path] as const,
  list: (projects: readonly string[]) =>
    queryOptions({
      ...queryOf(seoScriptCalls.listSeoScripts, { query: { projects: projects.toSorted() } }),
      meta: { keep: seoScriptCalls.listSeoScripts.response, standIn: standInFrom(projects) },
    }),
}

/** The versions of a project's scripts, newest first. Not stored: they may have 2 MB. */
export function versionsQuery(projectId: string) {
  return queryOptions({
    ...queryOf(seoScriptCalls.listSeoScriptVersions, { params: { project_id: projectId } }),
    staleTime: 0,
  })
}

/** Replaces both scripts of a project, also in the cached lists. */
export async function saveScripts(projectId: string, update: SeoScriptUpdate): Promise<SeoScript> {
  return showSaved(
    await send(seoScriptCalls.updateSeoScript, { params: { project_id: projectId }, body: update }),
  )
}

/** Saves the scripts of an earlier version again. */
export async function restoreScripts(projectId: string, version: number): Promise<SeoScript> {
  return showSaved(
    await send(seoScriptCalls.restoreSeoScript, {
      params: { project_id: projectId, version: String(version) },
    }),
  )
}

function showSaved(saved: SeoScript): SeoScript {
  queryClient.setQueriesData<SeoScript[]>(
    { queryKey: scriptQueries.all },
    (scripts) =>
      scripts && [...scripts.filter((script) => script.project_id !== saved.project_id), saved],
  )
  return saved
}
