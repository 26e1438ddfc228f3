import { useMemo } from 'react'
import { useFeature, useLacksFeature } from '#src/api/features.ts'
import type { ListFilter } from '#src/records/record-definition.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'

/** The parameter of the URL and of the lists' calls. */
export const NOTED = 'noted'
export const NOTED_VALUE = '1'

/** Leaves the records that have notes. */
export const NOTES_FILTER: ListFilter = {
  name: NOTED,
  isSwitch: true,
  label: 'With notes',
  allLabel: '',
  options: [{ value: NOTED_VALUE, label: 'records with notes' }],
  accepts: (value) => value === NOTED_VALUE,
  toQuery: () => ({ [NOTED]: NOTED_VALUE }),
}

/** The filters of a list and the switch With notes, where the server has notes. */
export function useWithNotesFilter(filters: readonly ListFilter[]): readonly ListFilter[] {
  const isKnown = useFeature('notes')
  const isLacking = useLacksFeature('notes')
  const [params] = useUrlParams()
  // What a link chooses applies before it is known what the server has.
  const has = isKnown || (!isLacking && params.has(NOTED))
  return useMemo(() => (has ? [...filters, NOTES_FILTER] : filters), [filters, has])
}
