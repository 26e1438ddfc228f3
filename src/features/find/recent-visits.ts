import { matchesPath, pathSegments } from '#src/domain/page-path.ts'
import type { Recent } from '#src/state/recents.ts'

/** The lists whose URL names one record, by path. */
const IN_LIST = { '/bonus-codes': 'bonus_code', '/leads': 'lead' } as const

/**
 * The record that a URL shows; null for every other page. Pages are noted only when they are opened
 * from the search: everybody visits the same few all day, and they would push the records out.
 */
export function visitOf(url: { pathname: string; search: string }): Omit<Recent, 'at'> | null {
  const { pathname } = url
  const [, projectId = '', id = ''] = pathSegments(pathname)
  if (matchesPath('/users/:project/:address', pathname))
    return { kind: 'wallet', projectId, id, title: id }
  if (matchesPath('/transactions/:project/:id', pathname))
    return { kind: 'transaction', projectId, id, title: '' }
  const params = new URLSearchParams(url.search)
  const [project, record] = [params.get('project') ?? '', params.get('id') ?? '']
  const path = Object.keys(IN_LIST).find((one) => matchesPath(one, pathname))
  if (path === undefined || project === '' || record === '') return null
  // `path` is one of its keys.
  const kind = IN_LIST[path as keyof typeof IN_LIST]
  return { kind, projectId: project, id: record, title: '' }
}
