import type { SettingsField } from '#src/domain/notice-reasons.ts'

export const PROJECT_PARAM = 'project'

/** Names the field of the project settings that gets the focus. */
export const FIELD_PARAM = 'field'

/** The address of a page that shows one project. */
export const projectHref = (path: string, id: string) =>
  `${path}?${new URLSearchParams({ [PROJECT_PARAM]: id }).toString()}`

/** The address of a field of a project's settings, which gets the focus there. */
export const settingHref = (id: string, field: SettingsField) =>
  `${projectHref('/project-settings', id)}&${new URLSearchParams({ [FIELD_PARAM]: field }).toString()}`
