import { ApiError, send } from '#src/api/http.ts'
import type { Query } from '#src/session/address.ts'
import { leadCalls, type LeadField } from '#src/wire/leads.ts'

/** An export of all leads can be long, and the connection slow. */
const EXPORT_LIMIT_MS = 120_000
const BYTE_ORDER_MARK_BYTES = 3

/**
 * The export, byte for byte. The server records each export in the audit log.
 * @throws ApiError also for a response without the expected header, such as the page of a proxy
 */
export async function fetchLeadsCsv(
  projects: readonly string[],
  fields: readonly LeadField[],
  filters: Query,
): Promise<Blob> {
  const options = { timeoutMs: EXPORT_LIMIT_MS }
  const query = { ...filters, fields, projects }
  const file = await send(leadCalls.exportLeads, { query }, options)
  const head = `${fields.join(',')}\r\n`
  // text() drops a byte order mark.
  const start = await file.slice(0, BYTE_ORDER_MARK_BYTES + head.length).text()
  if (!start.startsWith(head)) throw new ApiError({ kind: 'shape' })
  return file
}
