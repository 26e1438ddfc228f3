import { filters, searchWithFilters } from '#src/state/filters.ts'

/**
 * The address of a list as it was left: the history entry of a record's page holds the last list
 * before it. The global filters are those of now. Without such a list, the plain `path`.
 */
export function listHref(path: string): string {
  const state: unknown = globalThis.history.state
  const isNoted = typeof state === 'object' && state !== null && 'list' in state
  const [list, search = ''] = isNoted ? String(state.list).split('?') : []
  return list === path && search !== '' ? path + searchWithFilters(search, filters) : path
}
