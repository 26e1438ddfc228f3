import { queryOptions } from '@tanstack/react-query'
import { apiAddress, fillPath } from '#src/session/address.ts'
import { ingestKeyCalls, type NewIngestKey } from '#src/wire/ingest-keys.ts'
import { ingestCalls } from '#src/wire/ingest.ts'
import { queryOf, send } from './http.ts'

/** How often a visible page asks whether events have arrived. */
const POLL_MS = 10_000

const { listIngestKeys, listRefusals } = ingestKeyCalls

export const ingestKeyQueries = {
  /** The valid keys of a project, oldest first. */
  keys: (projectId: string) =>
    queryOptions({
      ...queryOf(listIngestKeys, { params: { id: projectId } }),
      refetchInterval: POLL_MS,
      meta: { keep: listIngestKeys.response, isPolled: true },
    }),
  /** The refused events of a project, newest first. They hold what the site sent: never stored. */
  refusals: (projectId: string) =>
    queryOptions({
      ...queryOf(listRefusals, { params: { id: projectId } }),
      refetchInterval: POLL_MS,
      meta: { isPolled: true },
    }),
}

/** The whole address that a project's site sends its events to. */
export function ingestAddress(projectId: string): string {
  const path = fillPath(ingestCalls.ingestEvents.path, { project_id: projectId })
  return new URL(apiAddress(path), globalThis.location.origin).href
}

export function createIngestKey(projectId: string, name: string): Promise<NewIngestKey> {
  return send(ingestKeyCalls.createIngestKey, { params: { id: projectId }, body: { name } })
}

export function rotateIngestKey(projectId: string, keyId: string): Promise<NewIngestKey> {
  return send(ingestKeyCalls.rotateIngestKey, { params: { id: projectId, key_id: keyId } })
}

export function revokeIngestKey(projectId: string, keyId: string): Promise<void> {
  return send(ingestKeyCalls.revokeIngestKey, { params: { id: projectId, key_id: keyId } })
}

/** Where programs find the API: "https://sale.example". */
export function apiOrigin(): string {
  return new URL(apiAddress('/'), globalThis.location.origin).origin
}
