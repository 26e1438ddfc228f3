import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ID_PARAM, PROJECT_PARAM } from './page-hrefs.ts'

/**
 * The parameters of the page's URL, and a function that changes a copy of them and leaves the path as
 * it is. Both use the location: wouter decodes its path and its search, so a name with a percent sign
 * would be decoded twice.
 */
export function useUrlParams(): [
  params: URLSearchParams,
  change: (
    next: (copy: URLSearchParams) => URLSearchParams,
    options?: { replace: boolean },
  ) => void,
] {
  const [, navigate] = useLocation()
  // Renders again when it changes.
  useSearch()
  const { search } = globalThis.location
  const params = useMemo(() => new URLSearchParams(search), [search])
  return [
    params,
    (next, options) => {
      const { location } = globalThis
      const text = next(new URLSearchParams(location.search)).toString()
      navigate(location.pathname + (text === '' ? '' : `?${text}`), options)
    },
  ]
}

/** The one record that the page's URL names; null without both parts. */
export function useRequestedRecord(): { project: string; id: string } | null {
  const [params] = useUrlParams()
  const project = params.get(PROJECT_PARAM) ?? ''
  const id = params.get(ID_PARAM) ?? ''
  return project === '' || id === '' ? null : { project, id }
}
