import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#src/api/http.ts'
import { HOUR_MS } from '#src/domain/zone.ts'
import { useSession } from '#src/state/session.ts'
import { useSettled } from '#src/ui/use-settled.ts'
import { alertCalls, type AlertPreview, type RuleDraft } from '#src/wire/alerts.ts'

const { previewAlert } = alertCalls

/** What decides how often a rule fires: not its channels, nor whether it is on. */
function previewQuery({ kind, project_id, threshold, hours }: RuleDraft) {
  const rule: RuleDraft = {
    kind,
    project_id,
    ...(threshold === undefined ? {} : { threshold }),
    ...(hours === undefined ? {} : { hours }),
    channels: [],
    enabled: 1,
  }
  return queryOptions({
    queryKey: [previewAlert.path, rule],
    queryFn: ({ signal }) => send(previewAlert, { body: rule }, { signal }),
    // A count of 30 days hardly moves, and costs the server much.
    staleTime: HOUR_MS,
    meta: { isUndated: true },
  })
}

/** The key of a query that is never sent. */
const NO_RULE: RuleDraft = { kind: 'new_device', project_id: null, channels: [], enabled: 0 }

/** How often a rule would have fired; undefined while that is unknown. */
export function usePreview(rule: RuleDraft): AlertPreview | undefined {
  const { authorized } = useSession()
  const query = previewQuery(rule)
  const meta = { ...query.meta, keep: previewAlert.response }
  return useQuery({ ...query, meta, enabled: authorized }).data
}

/** A pause of typing, after which a number is complete. */
const PAUSE_MS = 300

/** The same for a rule in a form, null while it is invalid. It is not kept on the device. */
export function useFormPreview(rule: RuleDraft | null): AlertPreview | undefined {
  const { authorized } = useSession()
  const options = previewQuery(rule ?? NO_RULE)
  const typed = JSON.stringify(options.queryKey)
  const settled = useSettled(typed, PAUSE_MS)
  const isWanted = rule !== null && typed === settled
  const query = useQuery({ ...options, enabled: authorized && isWanted })
  return isWanted ? query.data : undefined
}
