import { activityGroupsFor } from '#src/domain/people/activity-groups.ts'
import { useListParams } from '#src/records/list/use-list-params.ts'
import { RECORD_PARAMS } from '#src/records/record-hrefs.ts'
import { useUser } from '#src/state/session.ts'
import { auditCalls } from '#src/wire/audit.ts'

const MIN_SEARCH_LENGTH = 2
const MAX_SEARCH_LENGTH = 200

/** Why a text can't be searched for; null if it can. */
export function validateActivitySearch(text: string): string | null {
  if (text === '') return null
  if (text.length < MIN_SEARCH_LENGTH) return 'Enter at least 2 characters'
  return text.length > MAX_SEARCH_LENGTH ? 'Enter at most 200 characters' : null
}

/** The filters that the page keeps in its URL. A new choice starts the list over at its top. */
export function useActivityFilters() {
  const role = useUser()?.role ?? ''
  const [params, setParams] = useListParams(auditCalls.listAudit.path)
  const groups = activityGroupsFor(role)
  const get = (name: string) => params.get(name)?.trim() || null
  const group = groups.find(({ value }) => value === get('action')) ?? null
  const typed = get('q')

  const change = (changes: Readonly<Record<string, string | null>>) => {
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') after.delete(name)
        else after.set(name, value)
      }
      return after
    })
  }

  return {
    groups,
    group,
    person: get('person'),
    /** As in the URL, which may hold an invalid one. */
    typed: typed ?? '',
    q: typed !== null && validateActivitySearch(typed) === null ? typed : null,
    /** The record that the page is about. */
    object: get('object'),
    objectId: get('object_id'),
    projectId: get('project'),
    setPerson: (id: string) => change({ person: id }),
    setGroup: (value: string) => change({ action: value }),
    search: (text: string) => change({ q: text }),
    clearRecord: () => change(Object.fromEntries(RECORD_PARAMS.map((name) => [name, null]))),
  }
}

export type ActivityChoices = ReturnType<typeof useActivityFilters>
