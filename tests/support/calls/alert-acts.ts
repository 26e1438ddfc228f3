import type { Alerts, AlertsUpdate, RuleDraft } from '#src/wire/alerts.ts'
import type { Acts } from '#tests/support/screens/faulty-api.ts'
import { PROJECT } from '#tests/support/screens/screen-rows.ts'
import { ALERT_SETTINGS, someRule } from './alerts.ts'

const SUGGESTED: RuleDraft[] = [
  { kind: 'purchase_over', project_id: null, threshold: '5000', channels: ['mail'], enabled: 1 },
  { kind: 'quiet', project_id: null, hours: 3, channels: ['push'], enabled: 1 },
  { kind: 'new_device', project_id: null, channels: ['mail'], enabled: 1 },
]

export const AURA_RULE = someRule({ project_id: 'AURA', threshold: '9000', channels: ['push'] })

/** The server's part of the page "Alerts": what it has stored, and the calls that change it. */
export function alertActs(initial: Partial<Alerts> = {}) {
  const alerts: Alerts = {
    version: 0,
    rules: [],
    suggested: SUGGESTED,
    settings: ALERT_SETTINGS,
    ...initial,
  }
  const previews: RuleDraft[] = []
  const acts: Acts = {
    'GET /projects/names': () => ['AURA'],
    'GET /projects': () => [PROJECT],
    'GET /alerts': () => alerts,
    'PUT /alerts': ({ body }) => {
      // The app validates what it sends with the wire schema.
      const { version, rules, settings } = body as AlertsUpdate
      if (version !== alerts.version)
        return Response.json({ code: 409, message: 'Your alerts were changed' }, { status: 409 })
      Object.assign(alerts, { version: version + 1, rules, settings })
      return { ...alerts }
    },
    'POST /alerts/preview': ({ body }) => {
      // The same.
      previews.push(body as RuleDraft)
      return { fired: 1211, examples: [] }
    },
    'GET /alerts/log': () => [],
    'GET /push/devices': () => [],
  }
  return { acts, alerts, previews }
}
