import { ApiError, send } from '#src/api/http.ts'
import type { PagedListSource } from '#src/records/use-paged-list.ts'
import { leadCalls, type Lead, type LeadField } from '#src/wire/leads.ts'

export const leadList: PagedListSource<Lead> = {
  call: leadCalls.listLeads,
  idOf: (row) => row.id,
}

/** A list of all leads can be long, and the line slow. */
const EXPORT_LIMIT_MS = 120_000
const BYTE_ORDER_MARK_BYTES = 3

/**
 * The export byte for byte as the server wrote it; requesting it is noted in the audit log.
 * @throws ApiError also for a text that is no such file: a proxy's page must not become leads.csv
 */
export async function fetchLeadsCsv(
  projects: readonly string[],
  fields: readonly LeadField[],
): Promise<Blob> {
  const options = { timeoutMs: EXPORT_LIMIT_MS }
  const file = await send(leadCalls.exportLeads, { query: { fields, projects } }, options)
  const head = `${fields.join(',')}\r\n`
  // text() drops a byte order mark.
  const start = await file.slice(0, BYTE_ORDER_MARK_BYTES + head.length).text()
  if (!start.startsWith(head)) throw new ApiError({ kind: 'shape' })
  return file
}
