import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import { useSession } from '#src/state/session.ts'
import { useSettled } from '#src/ui/use-settled.ts'
import { alertCalls, type AlertPreview, type FiredAlert, type RuleDraft } from '#src/wire/alerts.ts'

const { listFiredAlerts, previewAlert } = alertCalls

/** The alerts that have fired, newest first. */
export const firedQuery = queryOptions({
  ...queryOf(listFiredAlerts, {}),
  staleTime: 0,
  meta: { keep: listFiredAlerts.response },
})
const newestOf = ([newest]: readonly FiredAlert[]) => newest?.id ?? null

/** What decides how often a rule fires: not its channels, nor whether it is on. */
function previewQuery(
  { kind, project_id, threshold, hours, cap }: RuleDraft,
  newest: string | null,
) {
  const rule: RuleDraft = {
    kind,
    project_id,
    ...(threshold === undefined ? {} : { threshold }),
    ...(hours === undefined ? {} : { hours }),
    ...(cap === undefined ? {} : { cap }),
    channels: [],
    enabled: 1,
  }
  return queryOptions({
    // Counted again once another alert has fired.
    queryKey: [previewAlert.path, { ...rule, newest }],
    queryFn: ({ signal }) => send(previewAlert, { body: rule }, { signal }),
    // A count of 30 days hardly moves, and costs the server much.
    staleTime: HOUR_MS,
    meta: { isUndated: true },
  })
}

/** The key of a query that is never sent. */
const NO_RULE: RuleDraft = { kind: 'new_device', project_id: null, channels: [], enabled: 0 }

/** How often a rule would have fired until now; undefined while that is unknown. */
export function usePreview(rule: RuleDraft): AlertPreview | undefined {
  const { authorized } = useSession()
  const fired = useQuery({ ...firedQuery, select: newestOf, enabled: authorized })
  const isKnown = fired.isFetchedAfterMount || fired.isError
  return useQuery({
    ...previewQuery(rule, fired.data ?? null),
    enabled: authorized && isKnown,
  }).data
}

/** A pause of typing, after which a number is complete. */
const PAUSE_MS = 300

/** The same for a rule in a form, null while it is invalid. It is not kept on the device. */
export function useFormPreview(rule: RuleDraft | null): AlertPreview | undefined {
  const { authorized } = useSession()
  const options = previewQuery(rule ?? NO_RULE, null)
  const typed = JSON.stringify(options.queryKey)
  const settled = useSettled(typed, PAUSE_MS)
  const isWanted = rule !== null && typed === settled
  const query = useQuery({ ...options, enabled: authorized && isWanted })
  return isWanted ? query.data : undefined
}
