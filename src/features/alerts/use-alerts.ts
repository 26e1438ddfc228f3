import {
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, queryOf, send } from '#src/api/http.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { useSession } from '#src/state/session.ts'
import { alertCalls, type Alerts, type AlertSettings, type Rule } from '#src/wire/alerts.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { useWrite } from '#src/writes/use-write.ts'

const { getAlerts, saveAlerts } = alertCalls

const alertQuery = queryOptions({
  ...queryOf(getAlerts, {}),
  // Another tab or device may have changed them.
  staleTime: 0,
  meta: { keep: getAlerts.response },
})

type Editable = Pick<Alerts, 'rules' | 'settings'>
/** A change, as a function: it is made again on the newest alerts if another tab was faster. */
export type Change = (alerts: Editable) => Editable

/** Resolves to whether the change was saved; a failure is shown. */
export type SaveAlerts = (change: Change) => Promise<boolean>

const SAVE = ['save alerts']
const CONFLICT = 409
const FAILURE = 'Error saving the alerts'

/** The server knows no zone before the first save, which sends the device's. */
function withDeviceZone(alerts: Alerts): Alerts {
  if (alerts.version > 0) return alerts
  return { ...alerts, settings: { ...alerts.settings, tz: deviceZone() } }
}

/**
 * The person's alerts with the changes that are being saved, and what saves a change. Changes are sent
 * one after the other.
 */
export function useAlerts() {
  const { authorized } = useSession()
  const client = useQueryClient()
  const query = useQuery({ ...alertQuery, enabled: authorized })
  const running = useMutationState({
    filters: { mutationKey: SAVE, status: 'pending' },
    // Only the mutation below has this key.
    select: ({ state }) => state.variables as Change,
  })
  // They are shown as if saved, so nothing else says that leaving would lose them.
  useUnsaved(running.length > 0)
  const { mutateAsync } = useMutation({
    mutationKey: SAVE,
    scope: { id: SAVE.join() },
    mutationFn: async (change: Change) => {
      const save = (alerts: Alerts) => {
        const { version, rules, settings } = withDeviceZone(alerts)
        return send(saveAlerts, { body: { version, ...change({ rules, settings }) } })
      }
      const newest = async () => {
        // A request that is on its way may be older than the change of the other tab.
        await client.cancelQueries(alertQuery)
        return client.fetchQuery(alertQuery)
      }
      const known = client.getQueryData(alertQuery.queryKey) ?? (await newest())
      const saved = await save(known)
        .catch(async (error: unknown) => {
          if (error instanceof ApiError && error.status === CONFLICT) return save(await newest())
          throw error
        })
        .catch((error: unknown) => {
          void client.invalidateQueries(alertQuery)
          throw error
        })
      await client.cancelQueries(alertQuery)
      client.setQueryData(alertQuery.queryKey, saved)
    },
    meta: { failure: FAILURE, invalidates: [] },
  })
  const alerts =
    query.data &&
    running.reduce<Alerts>(
      (shown, change) => ({ ...shown, ...change(shown) }),
      withDeviceZone(query.data),
    )
  return {
    query,
    alerts,
    save: ((change) =>
      mutateAsync(change).then(
        () => true,
        () => false,
      )) satisfies SaveAlerts,
  }
}

/** Saves a change for one dialog or list: while one runs, another is not started. */
export function useSaveOnce(save: SaveAlerts) {
  // `save` shows its failures.
  return useWrite({ mutationFn: save, meta: { failure: FAILURE } })
}

/** Adds a rule, or replaces the one with its id. */
export function withRule(rule: Rule): Change {
  return ({ rules, settings }) => ({
    settings,
    rules: rules.some(({ id }) => id === rule.id)
      ? rules.map((one) => (one.id === rule.id ? rule : one))
      : [...rules, rule],
  })
}

export function withoutRule(id: string): Change {
  return ({ rules, settings }) => ({ settings, rules: rules.filter((rule) => rule.id !== id) })
}

export function withSettings(edits: (settings: AlertSettings) => AlertSettings): Change {
  return ({ rules, settings }) => ({ rules, settings: edits(settings) })
}
