import { useLocation } from 'wouter'
import type { AuditedRecord } from '#src/api/audit.ts'
import { pathSegments } from '#src/domain/sale/page-path.ts'
import { ID_PARAM, PROJECT_PARAM, withParams } from './page-hrefs.ts'

// The pages of records, which Home does not load. A project's name can hold any character but slashes.

/** The params of the Activity page that name one record. */
export const RECORD_PARAMS = ['object', 'object_id', 'project'] as const

/** The page with all activity about one record. */
export const activityHref = ({ object, id, projectId }: AuditedRecord) =>
  withParams('/activity', {
    object,
    object_id: id,
    ...(projectId === null ? {} : { project: projectId }),
  })

const recordPage = (path: string) => (projectId: string, id: string) =>
  `${path}/${encodeURIComponent(projectId)}/${encodeURIComponent(id)}`

export const walletHref = recordPage('/users')
export const transactionHref = recordPage('/transactions')
export const bonusCodeHref = recordPage('/bonus-codes')

/** Payments on chain that no purchase names. */
export const PAYMENTS_HREF = '/transactions/payments'

/** The list that shows just this record, opened. */
const inList = (path: string) => (projectId: string, id: string) =>
  withParams(path, { [PROJECT_PARAM]: projectId, [ID_PARAM]: id })

export const creditHref = inList('/manual-transactions')
export const leadHref = inList('/leads')

/** Names the list that the page of allocations marks. */
export const LIST_PARAM = 'list'
/** Not `to`, which is the end of a custom period in every page's URL. */
export const AGAINST_PARAM = 'against'

/** The allocations of a project, with one of its lists marked. */
export const allocationListHref = (projectId: string, id: string) =>
  withParams('/allocations', { [PROJECT_PARAM]: projectId, [LIST_PARAM]: id })

/**
 * What has changed since a list: until now, or in another list of the project. The way back leads to
 * the allocations of the same project.
 */
export function differenceHref(projectId: string, id: string, against?: string): string {
  return withParams(`${recordPage('/allocations')(projectId, id)}/difference`, {
    [PROJECT_PARAM]: projectId,
    ...(against === undefined ? {} : { [AGAINST_PARAM]: against }),
  })
}

/** Names the stage that the editor of stages adds to the plan. */
export const ADD_PARAM = 'add'

/**
 * Where the stages of a project are planned. The way back leads to the stages of the same project.
 * @param add the name of a stage that the plan lacks, which gets a row
 */
export const editStagesHref = (projectId: string, add?: string): string =>
  withParams(`/stages/${encodeURIComponent(projectId)}/edit`, {
    [PROJECT_PARAM]: projectId,
    ...(add === undefined ? {} : { [ADD_PARAM]: add }),
  })

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
