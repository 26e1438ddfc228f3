import { pathSegments } from '#src/domain/page-path.ts'
import type { Recent } from '#src/state/recents.ts'

/** The lists whose records have pages, and those whose URL names one record, by their path. */
const OF_RECORD = new Map<string, Recent['kind']>([
  ['users', 'wallet'],
  ['transactions', 'transaction'],
  ['bonus-codes', 'bonus_code'],
])
const IN_LIST = new Map<string, Recent['kind']>([
  ['bonus-codes', 'bonus_code'],
  ['leads', 'lead'],
])

/**
 * The record that a URL shows; null for every other page. Pages are noted only when they are opened
 * from the search: everybody visits the same few all day, and they would push the records out.
 */
export function visitOf(url: { pathname: string; search: string }): Omit<Recent, 'at'> | null {
  const segments = pathSegments(url.pathname)
  const [list = '', projectId = '', id = ''] = segments
  const kind = segments.length === 3 ? OF_RECORD.get(list) : undefined
  if (kind !== undefined) return { kind, projectId, id, title: kind === 'wallet' ? id : '' }
  const params = new URLSearchParams(url.search)
  const [project, record] = [params.get('project') ?? '', params.get('id') ?? '']
  const listed = segments.length === 1 ? IN_LIST.get(list) : undefined
  if (listed === undefined || project === '' || record === '') return null
  return { kind: listed, projectId: project, id: record, title: '' }
}
