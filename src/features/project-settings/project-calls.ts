import { queryOptions } from '@tanstack/react-query'
import { ApiError, queryOf, send } from '#src/api/http.ts'
import { projectQueries } from '#src/api/projects.ts'
import { queryClient } from '#src/api/query-client.ts'
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

/** Tests the saved key and list. An error has the short message of spec 8. */
export async function testBrevo(projectId: string): Promise<string> {
  try {
    const { message } = await send(projectSettingsCalls.testBrevo, { params: { id: projectId } })
    return message
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'answer') throw error
    const { kind, code, status } = error
    throw new ApiError({ kind, code, status, message: reduceBrevoMessage(error.message) })
  }
}

const TEST_FAILED = /^(Brevo integration test failed for [^]*?): (\{[^]*\})$/

/**
 * The short form of a failed connection test (spec 8): `…failed for AURA: {"message":"Key not
 * found",…}` becomes `…failed for AURA: "Key not found"`. Any other message stays as it is.
 */
export function reduceBrevoMessage(message: string): string {
  const [, prefix, json] = TEST_FAILED.exec(message) ?? []
  if (prefix === undefined || json === undefined) return message
  try {
    const body: unknown = JSON.parse(json)
    const hasMessage = typeof body === 'object' && body !== null && 'message' in body
    return hasMessage && typeof body.message === 'string' ? `${prefix}: "${body.message}"` : message
  } catch {
    return message
  }
}
