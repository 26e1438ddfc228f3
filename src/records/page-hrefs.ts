import type { SettingsField } from '#src/domain/sale/notice-reasons.ts'
import { filters, searchWithFilters } from '#src/state/filters.ts'

export const PROJECT_PARAM = 'project'
export const ID_PARAM = 'id'
/** Names the field of the project settings that gets the focus. */
export const FIELD_PARAM = 'field'

export const withParams = (path: string, params: Record<string, string>) =>
  `${path}?${new URLSearchParams(params).toString()}`

/** A page that shows one project. */
export const projectHref = (path: string, id: string) => withParams(path, { [PROJECT_PARAM]: id })

/** A project's settings, with the focus in a field if one is given. */
export const settingsHref = (projectId: string, field?: SettingsField) =>
  withParams('/project-settings', {
    [PROJECT_PARAM]: projectId,
    ...(field === undefined ? {} : { [FIELD_PARAM]: field }),
  })

/**
 * A list as it was left: the history entry of a record's page holds the last list before it. The
 * global filters are those of now. Without such a list, the plain `path`.
 */
export function listHref(path: string): string {
  const state: unknown = globalThis.history.state
  const isNoted = typeof state === 'object' && state !== null && 'list' in state
  const [list, search = ''] = isNoted ? String(state.list).split('?') : []
  return list === path && search !== '' ? path + searchWithFilters(search, filters) : path
}
