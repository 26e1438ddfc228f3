// Where pages are, and what is read from where they are. A project's name can hold any character but slashes.
import { useLocation } from 'wouter'
import type { AuditedRecord } from '#src/api/audit.ts'
import type { SettingsField } from '#src/domain/notice-reasons.ts'
import { pathSegments } from '#src/domain/page-path.ts'
import { filters, searchWithFilters } from '#src/state/filters.ts'

export const PROJECT_PARAM = 'project'
export const ID_PARAM = 'id'
/** Names the field of the project settings that gets the focus. */
export const FIELD_PARAM = 'field'
/** The params of the Activity page that name one record. */
export const RECORD_PARAMS = ['object', 'object_id', 'project'] as const

const withParams = (path: string, params: Record<string, string>) =>
  `${path}?${new URLSearchParams(params).toString()}`

/** A page that shows one project. */
export const projectHref = (path: string, id: string) => withParams(path, { [PROJECT_PARAM]: id })

/** A project's settings, with the focus in a field if one is given. */
export const settingsHref = (projectId: string, field?: SettingsField) =>
  withParams('/project-settings', {
    [PROJECT_PARAM]: projectId,
    ...(field === undefined ? {} : { [FIELD_PARAM]: field }),
  })

/** The page with all activity about one record. */
export const activityHref = ({ object, id, projectId }: AuditedRecord) =>
  withParams('/activity', {
    object,
    object_id: id,
    ...(projectId === null ? {} : { project: projectId }),
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

const recordPage = (path: string) => (projectId: string, id: string) =>
  `${path}/${encodeURIComponent(projectId)}/${encodeURIComponent(id)}`

export const walletHref = recordPage('/users')
export const transactionHref = recordPage('/transactions')
export const bonusCodeHref = recordPage('/bonus-codes')

/** The list that shows just this record, opened. */
const inList = (path: string) => (projectId: string, id: string) =>
  withParams(path, { [PROJECT_PARAM]: projectId, [ID_PARAM]: id })

export const creditHref = inList('/manual-transactions')
export const leadHref = inList('/leads')

/**
 * The project and the id in the path of a record's page, such as `/users/AURA/0x…`. They are read
 * from the location: wouter's path is decoded, so a name with a percent sign would be decoded twice.
 */
export function useRecordPath(): { projectId: string; id: string } {
  // Renders again on navigation.
  useLocation()
  const [, projectId = '', id = ''] = pathSegments(globalThis.location.pathname)
  return { projectId, id }
}
