import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * The parameters of the page's URL, and a function that replaces them and leaves the path as it is.
 * Both use the location: wouter decodes its path and its search, so a name with a percent sign would
 * be decoded twice.
 */
export function useUrlParams(): [
  params: URLSearchParams,
  change: (edit: (params: URLSearchParams) => void) => void,
] {
  const [, navigate] = useLocation()
  // Renders again when it changes.
  useSearch()
  const { search } = globalThis.location
  const params = useMemo(() => new URLSearchParams(search), [search])
  return [
    params,
    (edit) => {
      const { pathname } = globalThis.location
      const next = new URLSearchParams(globalThis.location.search)
      edit(next)
      const text = next.toString()
      navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: true })
    },
  ]
}
