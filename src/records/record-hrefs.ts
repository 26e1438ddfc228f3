import { projectHref } from './project-href.ts'

// Where each kind of record has its page. A project's name can hold any character but slashes.

export const walletHref = (projectId: string, address: string) =>
  `/users/${encodeURIComponent(projectId)}/${address}`

export const transactionHref = (projectId: string, id: string) =>
  `/transactions/${encodeURIComponent(projectId)}/${encodeURIComponent(id)}`

export const bonusCodeHref = (projectId: string, id: string) =>
  `/bonus-codes/${encodeURIComponent(projectId)}/${encodeURIComponent(id)}`

export const ID_PARAM = 'id'

/** The list that shows just this record, opened. */
const inList = (path: string) => (projectId: string, id: string) =>
  `${projectHref(path, projectId)}&${new URLSearchParams({ [ID_PARAM]: id }).toString()}`

/** For servers without the page of a code. */
export const listedCodeHref = inList('/bonus-codes')
export const creditHref = inList('/manual-transactions')
export const leadHref = inList('/leads')

export const settingsHref = (projectId: string) => projectHref('/project-settings', projectId)
