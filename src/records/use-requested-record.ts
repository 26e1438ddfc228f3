import { ID_PARAM, PROJECT_PARAM } from './page-hrefs.ts'
import { useUrlParams } from './use-url-params.ts'

/** The one record that the page's URL names; null without both parts. */
export function useRequestedRecord(): { project: string; id: string } | null {
  const [params] = useUrlParams()
  const project = params.get(PROJECT_PARAM) ?? ''
  const id = params.get(ID_PARAM) ?? ''
  return project === '' || id === '' ? null : { project, id }
}
