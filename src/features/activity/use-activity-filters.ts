import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { activityGroupsFor } from '#src/domain/activity-groups.ts'
import { RECORD_PARAMS } from '#src/records/activity-href.ts'
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
  const client = useQueryClient()
  const role = useUser()?.role ?? ''
  const [params, setParams] = useSearchParams()
  const groups = activityGroupsFor(role)
  const get = (name: string) => params.get(name)?.trim() || null
  const group = groups.find(({ value }) => value === get('action')) ?? null
  const typed = get('q')

  const change = (changes: Readonly<Record<string, string | null>>) => {
    // Pages of an earlier visit do not belong to a new choice.
    void client.resetQueries({ queryKey: [auditCalls.listAudit.path], type: 'inactive' })
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') after.delete(name)
        else after.set(name, value)
      }
      return after
    })
    scrollTo(0, 0)
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
