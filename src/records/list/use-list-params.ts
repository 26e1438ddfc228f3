import { useQueryClient } from '@tanstack/react-query'
import { useUrlParams } from '#src/records/use-url-params.ts'

/**
 * The parameters of a list's URL, and a function that changes them. A change starts the list over at
 * its top.
 * @param path of the list's call: the first part of its query keys
 * @param isPart the list is a part of its page, which stays where it is
 */
export function useListParams(
  path: string,
  isPart = false,
): [params: URLSearchParams, change: (next: (before: URLSearchParams) => URLSearchParams) => void] {
  const client = useQueryClient()
  const [params, setParams] = useUrlParams()
  return [
    params,
    (next) => {
      // Pages of an earlier visit do not belong to a new choice.
      void client.resetQueries({ queryKey: [path], type: 'inactive' })
      setParams(next)
      if (!isPart) scrollTo(0, 0)
    },
  ]
}
