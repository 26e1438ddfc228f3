import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#src/cache/query-client.ts'
import { importCalls, type Import, type ImportCheck, type ImportCreate } from '#src/wire/imports.ts'
import { queryOf, send, type SendOptions } from './http.ts'

/** How often a visible page asks how far a dry run or an import is. */
const POLL_MS = 1000
const REPORT_LIMIT_MS = 120_000

const { getImport, listImports } = importCalls

const isWorking = (file: Import | undefined) =>
  file?.state === 'checking' || file?.state === 'running'

/** Imports hold rows of the file: they are never stored on the device. */
export const importQueries = {
  one: (id: string) =>
    queryOptions({
      ...queryOf(getImport, { params: { id } }),
      refetchInterval: ({ state }) => (isWorking(state.data) ? POLL_MS : false),
      meta: { isPolled: true },
    }),
  /** The imports of a project, newest first. */
  list: (projectId: string) =>
    queryOptions(queryOf(listImports, { query: { projects: [projectId] } })),
}

/** What every change of an import changes. */
export const IMPORT_KEYS = [[listImports.path]] as const

/** Shows an import as a call returned it. */
function show(file: Import): Import {
  queryClient.setQueryData<Import>(importQueries.one(file.id).queryKey, file)
  return file
}

export async function createImport(body: ImportCreate, signal: AbortSignal): Promise<Import> {
  return show(await send(importCalls.createImport, { body }, { signal }))
}

export async function putImportChunk(
  id: string,
  n: number,
  body: Blob,
  options: SendOptions,
): Promise<Import> {
  return show(
    await send(importCalls.putImportChunk, { params: { id, n: String(n) }, body }, options),
  )
}

export async function checkImport(id: string, body: ImportCheck): Promise<Import> {
  return show(await send(importCalls.checkImport, { params: { id }, body }))
}

export async function changeImport(id: string, verb: 'run' | 'cancel' | 'resume'): Promise<Import> {
  const { runImport, cancelImport, resumeImport } = importCalls
  const call = { run: runImport, cancel: cancelImport, resume: resumeImport }[verb]
  return show(await send(call, { params: { id } }))
}

export function fetchImportReport(id: string): Promise<Blob> {
  return send(importCalls.getImportReport, { params: { id } }, { timeoutMs: REPORT_LIMIT_MS })
}
