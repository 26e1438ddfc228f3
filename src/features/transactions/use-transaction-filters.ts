import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFeature } from '#src/api/features.ts'
import { queryOf } from '#src/api/http.ts'
import { useProjects } from '#src/api/projects.ts'
import { countryName, plainName } from '#src/domain/money/ranked-rules.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { useProofs } from '#src/figures/use-proofs.ts'
import type { ListFilter } from '#src/records/record-definition.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { bonusCodeCalls } from '#src/wire/bonus-codes.ts'
import {
  DEPOSITS,
  transactionCalls,
  TRANSACTION_STATUSES,
  type TransactionFacets,
} from '#src/wire/transactions.ts'
import { choosesPlanned, priceFilter, STAGE_TIME_FILTER } from './price-filters.ts'
import { PROOF_FILTER } from './proof-filter.tsx'

const MAX_STORED_LENGTH = 200
const MAX_LABEL_LENGTH = 500
const STATUSES: readonly string[] = TRANSACTION_STATUSES
const DEPOSIT_NAMES: readonly string[] = DEPOSITS
const BONUS_CODE = 'bonus_code'

const { listTransactionFacets } = transactionCalls
const NONE: TransactionFacets = { stages: [], payment_tokens: [], keys: [] }

const isStored = (text: string) => text.length <= MAX_STORED_LENGTH
const isLabel = (text: string) => [...text].length <= MAX_LABEL_LENGTH
const isId = (text: string) => text.length <= 100
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

/** The filters for what may be wrong with purchases: their key, their hash, and the void. */
export function correctionFilters({ keys }: TransactionFacets) {
  return [
    {
      name: 'key',
      label: 'Received by',
      allLabel: 'Any key',
      options: optionsOf(keys),
      accepts: isStored,
    },
    {
      // Not "hash", which is what the search is kept as.
      name: 'without',
      label: 'Hash',
      allLabel: 'Any hash',
      options: [{ value: 'hash', label: 'Without hash' }],
      accepts: (value) => value === 'hash',
      toQuery: () => ({ hash: 'none' }),
    },
    {
      name: 'voided',
      label: 'Voided',
      allLabel: 'With voided',
      options: [
        { value: '0', label: 'Not voided' },
        { value: '1', label: 'Voided' },
      ],
      accepts: (value) => value === '0' || value === '1',
      // Both are all of them.
      toQuery: (values) => (values.length === 1 ? { voided: values[0] } : {}),
    },
  ] satisfies readonly ListFilter[]
}

/** A filter that a link chooses: its values name themselves. */
function linked(
  name: string,
  label: string,
  nameOf: (value: string) => string,
  values: readonly string[],
  accepts: (value: string) => boolean = isLabel,
) {
  return {
    name,
    label,
    allLabel: '',
    isLinked: true,
    options: values.map((value) => ({ value, label: nameOf(value) })),
    accepts,
  } satisfies ListFilter
}

const nameOfLabel = (value: string) => plainName(value).label

/**
 * The filters that the lines of other pages lead to.
 * @param valuesOf the values that the URL has of a filter
 * @param code the code of the bonus code whose id the URL has; undefined while it is not known
 */
export function linkedFilters(
  valuesOf: (name: string) => readonly string[],
  code: string | undefined,
): readonly ListFilter[] {
  const byLabel = (name: string, label: string) => linked(name, label, nameOfLabel, valuesOf(name))
  return [
    linked('country', 'Country', (value) => countryName(value).label, valuesOf('country')),
    byLabel('currency', 'Currency'),
    byLabel('referrer', 'Referrer'),
    byLabel('utm_source', 'UTM source'),
    byLabel('utm_medium', 'UTM medium'),
    linked('deposit', 'Deposit', capitalize, valuesOf('deposit'), (value) =>
      DEPOSIT_NAMES.includes(value),
    ),
    {
      ...linked(BONUS_CODE, 'Bonus code', (id) => code ?? `#${id}`, valuesOf(BONUS_CODE), isId),
      toQuery: ([id]) => ({ bonus_code: id }),
    },
  ]
}

/** The code of the id in the URL; undefined without one, and while it is not known. */
function useLinkedCode(id: string | undefined, projects: readonly string[]): string | undefined {
  const { listBonusCodes } = bonusCodeCalls
  const query = {
    id,
    projects: projects.toSorted(),
    page: 1,
    limit: 1,
    sort: 'created_at' as const,
    order: 'desc' as const,
  }
  const { data } = useQuery({
    ...queryOf(listBonusCodes, { query }),
    enabled: id !== undefined && isId(id) && projects.length > 0,
    staleTime: Infinity,
    meta: { keep: listBonusCodes.response },
  })
  return data?.results[0]?.code
}

/** The filters for the selected projects: those of the toolbar, and those that links choose. */
export function useTransactionFilters(): readonly ListFilter[] {
  const { selected, projects } = useProjects()
  const isKnown = useFeature('search')
  const hasExports = useFeature('exports')
  const [params] = useUrlParams()
  // What a link chooses applies before it is known whether a chain is connected.
  const isProven = useProofs(selected) !== undefined || params.has(PROOF_FILTER.name)
  const hasStages = useFeature('stages')
  const hasPlan = projects.some(({ id, has_stages }) => has_stages === 1 && selected.includes(id))
  const isPlanned = hasStages && (hasPlan || choosesPlanned(params))
  const code = useLinkedCode(params.get(BONUS_CODE) ?? undefined, selected)
  const { data: facets = NONE } = useQuery({
    ...queryOf(listTransactionFacets, { query: { projects: selected.toSorted() } }),
    enabled: isKnown && selected.length > 0,
    // Keeps the options while those of other projects load.
    placeholderData: (before) => before,
    meta: { keep: listTransactionFacets.response },
  })
  return useMemo(() => {
    const proof = isProven ? [PROOF_FILTER] : []
    if (!hasExports) return [...transactionFilters(facets), ...proof]
    return [
      ...transactionFilters(facets),
      ...proof,
      priceFilter(isPlanned),
      ...(isPlanned ? [STAGE_TIME_FILTER] : []),
      ...correctionFilters(facets),
      ...linkedFilters((name) => params.getAll(name), code),
    ]
  }, [facets, hasExports, isProven, isPlanned, params, code])
}
