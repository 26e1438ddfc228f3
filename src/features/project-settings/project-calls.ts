import { queryOptions } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { projectQueries } from '#src/api/projects.ts'
import { queryClient } from '#src/cache/query-client.ts'
import { projectSettingsCalls, type ProjectUpdate } from '#src/wire/project-settings.ts'
import { projectListSchema, type Project } from '#src/wire/projects.ts'

/** Updates a saved project in all cached lists, so that the form never shows older values. */
function putIntoLists(saved: Project): void {
  queryClient.setQueriesData<unknown>({ queryKey: projectQueries.all }, (old: unknown) => {
    const list = projectListSchema.safeParse(old)
    return list.success
      ? list.data.map((project) => (project.id === saved.id ? saved : project))
      : old
  })
}

/** Sends the changed fields and returns the updated project. */
export async function saveProject(projectId: string, update: ProjectUpdate): Promise<Project> {
  const project = await send(projectSettingsCalls.updateProject, {
    params: { id: projectId },
    body: update,
  })
  putIntoLists(project)
  return project
}

/** Time limit for up to 50 MB. */
const MEDIA_LIMIT_MS = 120_000

const { getTelegramMedia } = projectSettingsCalls

export const mediaQueries = {
  of: (projectId: string) =>
    queryOptions({
      queryKey: queryOf(getTelegramMedia, { params: { id: projectId } }).queryKey,
      queryFn: ({ signal }) =>
        send(
          getTelegramMedia,
          { params: { id: projectId } },
          { signal, timeoutMs: MEDIA_LIMIT_MS },
        ),
      // Several megabytes: refetched only after a replacement.
      staleTime: Infinity,
      gcTime: 60_000,
    }),
}

/** Uploads an image or a video that replaces the current one; `onProgress` goes from 0 to 1. */
export async function replaceMedia(
  projectId: string,
  file: File,
  options: { onProgress: (fraction: number) => void; signal: AbortSignal },
): Promise<Project> {
  const form = new FormData()
  form.append('telegram_notifications_media', file)
  const project = await send(
    projectSettingsCalls.replaceTelegramMedia,
    { params: { id: projectId }, body: form },
    options,
  )
  putIntoLists(project)
  return project
}

export async function deleteMedia(project: Project): Promise<void> {
  await send(projectSettingsCalls.deleteTelegramMedia, { params: { id: project.id } })
  putIntoLists({ ...project, telegram_notifications_media_url: null })
  // A refetch would respond with 404.
  queryClient.removeQueries({ queryKey: mediaQueries.of(project.id).queryKey })
}
