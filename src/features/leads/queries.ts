import { ApiError, http } from '#src/api/http.ts'
import type { PagedListSource } from '#src/api/use-paged-list.ts'
import { leadPageSchema, type Lead, type LeadField } from '#src/wire/leads.ts'

export const leadList: PagedListSource<Lead> = {
  resource: 'leads',
  path: '/leads',
  schema: leadPageSchema,
  idOf: (row) => row.id,
}

/** A list of all leads can be long, and the line slow. */
const EXPORT_LIMIT_MS = 120_000

/**
 * The export as the server wrote it; asking for it is noted in the audit log.
 * @throws ApiError also for a text that is no such file: a proxy's page must not become leads.csv
 */
export async function fetchLeadsCsv(
  projects: readonly string[],
  fields: readonly LeadField[],
): Promise<string> {
  const text = await http.text('/leads/csv', { fields, projects }, { timeoutMs: EXPORT_LIMIT_MS })
  if (text.split('\r\n', 1)[0] !== fields.join(',')) throw new ApiError({ kind: 'shape' })
  return text
}
