export const PROJECT_PARAM = 'project'

/** The address of a page that shows one project. */
export const projectHref = (path: string, id: string) =>
  `${path}?${new URLSearchParams({ [PROJECT_PARAM]: id }).toString()}`
