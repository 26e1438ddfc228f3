import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { Query } from '#src/api/address.ts'
import type { RecordFilter } from './record-definition.ts'

const NO_QUERY: Query = {}

/**
 * The chosen option of a list's filter, kept in the page's URL. A new choice starts the list over
 * at its top.
 * @param path of the list's call: the first part of its query keys
 */
export function useListFilter(path: string, filter: RecordFilter | undefined) {
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const options = filter?.options ?? []
  const chosen =
    options.find(({ value }) => value === params.get(filter?.name ?? '')) ?? options.at(0)
  return {
    value: chosen?.value ?? '',
    query: chosen?.query ?? NO_QUERY,
    choose: (value: string) => {
      if (filter === undefined) return
      // Pages of an earlier visit do not belong to a new choice.
      void client.resetQueries({ queryKey: [path], type: 'inactive' })
      setParams((before) => {
        const after = new URLSearchParams(before)
        if (value === options.at(0)?.value) after.delete(filter.name)
        else after.set(filter.name, value)
        return after
      })
      scrollTo(0, 0)
    },
  }
}
