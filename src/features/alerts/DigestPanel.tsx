import { Send } from 'lucide-react'
import { useState } from 'react'
import { send } from '#src/api/http.ts'
import { twoDigits } from '#src/domain/time/date-parts.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { Panel, PanelBody } from '#src/ui/lists/Panel.tsx'
import { alertCalls, type AlertSettings, type Digest } from '#src/wire/alerts.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { withSettings, type SaveAlerts } from './use-alerts.ts'

const EVERY = [
  { value: 'off', label: 'Off' },
  { value: 'day', label: 'Daily' },
  { value: 'week', label: 'Weekly' },
] as const

const HOURS = Array.from({ length: 24 }, (_unused, hour) => ({
  value: String(hour),
  label: `${twoDigits(hour)}:00`,
}))
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (label, index) => ({ value: String(index + 1), label }),
)

const MONDAY = 1
const FIRST = { hour: 8, weekday: MONDAY }

/** When the figures come by mail. */
export function DigestPanel(props: {
  settings: AlertSettings
  offline: string | undefined
  save: SaveAlerts
}) {
  const { settings, offline, save } = props
  const isOffline = offline !== undefined
  const { digest } = settings
  // What was set stays while the page is open, for the option that brings it back.
  const [last, setLast] = useState(FIRST)
  const edit = (next: Digest | undefined) =>
    void save(withSettings((before) => ({ ...before, digest: next })))
  const choose = (every: 'off' | Digest['every']) => {
    const hour = digest?.hour ?? last.hour
    const weekday = digest?.weekday ?? last.weekday
    setLast({ hour, weekday })
    if (every === 'off') edit(undefined)
    else edit(every === 'week' ? { every, hour, weekday } : { every, hour })
  }
  const now = useWrite({
    mutationFn: () => send(alertCalls.sendDigest, {}),
    meta: { success: 'The digest is on its way', failure: 'Error sending the digest' },
  })
  return (
    <Panel title="Digest by mail">
      <PanelBody>
        <Segmented
          label="Digest"
          size="md"
          isFill
          options={EVERY}
          value={digest?.every ?? 'off'}
          disabled={isOffline}
          onChange={choose}
        />
        {digest?.every === 'week' && (
          <SelectField
            label="On"
            options={WEEKDAYS}
            value={String(digest.weekday ?? MONDAY)}
            disabled={isOffline}
            onChange={(weekday) => edit({ ...digest, weekday: Number(weekday) })}
          />
        )}
        {digest && (
          <SelectField
            label="At"
            options={HOURS}
            value={String(digest.hour)}
            disabled={isOffline}
            onChange={(hour) => edit({ ...digest, hour: Number(hour) })}
          />
        )}
        <span style={{ marginLeft: -12 }}>
          <Button
            variant="ghost"
            icon={Send}
            isBusy={now.isBusy}
            busyLabel="Sending"
            disabledReason={offline}
            onClick={() => void now.write()}
          >
            Send one now
          </Button>
        </span>
      </PanelBody>
    </Panel>
  )
}
