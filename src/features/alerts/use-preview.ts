import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#src/api/http.ts'
import { MASK_BLOCK, figureFormat } from '#src/domain/mask.ts'
import { useSession } from '#src/state/session.ts'
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
    meta: { keep: previewAlert.response },
  })
}

/** How often a rule would have fired; undefined while that is unknown. Null asks nothing. */
export function usePreview(rule: RuleDraft | null): AlertPreview | undefined {
  const { authorized } = useSession()
  const query = useQuery({
    ...previewQuery(rule ?? NO_RULE),
    enabled: authorized && rule !== null,
  })
  return rule === null ? undefined : query.data
}

/** The key of a query that is never sent. */
const NO_RULE: RuleDraft = { kind: 'new_device', project_id: null, channels: [], enabled: 0 }

/** "41 in 30 days"; empty while that is unknown. */
export function describePreview(preview: AlertPreview | undefined, isMasked: boolean): string {
  if (preview === undefined) return ''
  if (isMasked) return `${figureFormat(true).count(0)} in 30 days`
  return `${preview.fired === 0 ? 'None' : preview.fired} in 30 days`
}

const TIMES = ['Never', 'Once', 'Twice']

/** "Twice in the last 30 days." */
export function describePreviewSentence(
  preview: AlertPreview | undefined,
  isMasked: boolean,
): string {
  if (preview === undefined) return ''
  const { fired } = preview
  const times = isMasked ? MASK_BLOCK.repeat(4) : (TIMES[fired] ?? `${fired} times`)
  return `${times} in the last 30 days.`
}
