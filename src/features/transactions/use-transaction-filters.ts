import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFeature } from '#src/api/features.ts'
import { queryOf } from '#src/api/http.ts'
import { useProjects } from '#src/api/projects.ts'
import { capitalize } from '#src/domain/text/text.ts'
import type { ListFilter } from '#src/records/record-definition.ts'
import {
  transactionCalls,
  TRANSACTION_STATUSES,
  type TransactionFacets,
} from '#src/wire/transactions.ts'

const MAX_STORED_LENGTH = 200
const STATUSES: readonly string[] = TRANSACTION_STATUSES

const { listTransactionFacets } = transactionCalls
const NONE: TransactionFacets = { stages: [], payment_tokens: [], keys: [] }

const isStored = (text: string) => text.length <= MAX_STORED_LENGTH
const optionsOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))

/** The filters of a list of purchases, with the stages and tokens that its projects have. */
export function transactionFilters({ stages, payment_tokens: tokens }: TransactionFacets) {
  return [
    {
      name: 'status',
      label: 'Status',
      allLabel: 'All statuses',
      options: STATUSES.map((status) => ({ value: status, label: capitalize(status) })),
      accepts: (status) => STATUSES.includes(status),
    },
    {
      name: 'stage',
      label: 'Stage',
      allLabel: 'All stages',
      options: optionsOf(stages),
      accepts: isStored,
    },
    {
      name: 'payment_token',
      label: 'Payment token',
      allLabel: 'All tokens',
      options: optionsOf(tokens),
      accepts: isStored,
    },
  ] satisfies readonly ListFilter[]
}

/** The same for the selected projects. */
export function useTransactionFilters(): readonly ListFilter[] {
  const { selected } = useProjects()
  const isKnown = useFeature('search')
  const { data: facets = NONE } = useQuery({
    ...queryOf(listTransactionFacets, { query: { projects: selected.toSorted() } }),
    enabled: isKnown && selected.length > 0,
    // Keeps the options while those of other projects load.
    placeholderData: (before) => before,
    meta: { keep: listTransactionFacets.response },
  })
  return useMemo(() => transactionFilters(facets), [facets])
}
