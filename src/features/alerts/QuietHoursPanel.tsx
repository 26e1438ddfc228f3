import { useState } from 'react'
import { deviceZone, formatOffset, offsetMinutes } from '#src/domain/time/zone.ts'
import { serverNow } from '#src/state/clock.ts'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { Panel, PanelBody } from '#src/ui/lists/Panel.tsx'
import type { AlertSettings } from '#src/wire/alerts.ts'
import { QuietTimes } from './QuietTimes.tsx'
import { withSettings, type SaveAlerts } from './use-alerts.ts'

const FIRST = { from: '22:00', to: '07:30' }

interface ZoneOption {
  value: string
  label: string
}

/** A time zone by its name, with its offset at `now` (epoch ms). */
function zoneOption(zone: string, now: number): ZoneOption {
  const offset = formatOffset(offsetMinutes(now, zone))
  return { value: zone, label: `${zone.replaceAll('_', ' ')}, UTC${offset}` }
}

/**
 * The time zones to choose from, by name, each with its offset at `now` (epoch ms). The chosen one and
 * the device's are among them, whatever the browser lists.
 */
export function zoneOptions(chosen: string, ofDevice: string, now: number): ZoneOption[] {
  const names = new Set(['UTC', chosen, ofDevice, ...Intl.supportedValuesOf('timeZone')])
  return [...names].toSorted().map((zone) => zoneOption(zone, now))
}

/** When nothing is pushed, and what a locked screen may show. */
export function QuietHoursPanel(props: {
  settings: AlertSettings
  offline: string | undefined
  save: SaveAlerts
}) {
  const { settings, save } = props
  const isOffline = props.offline !== undefined
  const { quiet_hours: quiet, tz } = settings
  // What was set stays while the page is open, for the switch that brings it back.
  const [last, setLast] = useState(FIRST)
  // The offsets of all zones take tens of milliseconds.
  const [hasOpened, setHasOpened] = useState(false)
  const edit = (edits: Partial<AlertSettings>) =>
    void save(withSettings((before) => ({ ...before, ...edits })))
  return (
    <Panel title="Quiet hours">
      <PanelBody>
        <Switch
          layout="field"
          label="No push at these hours"
          checked={quiet !== undefined}
          disabled={isOffline}
          onChange={(isOn) => {
            if (quiet !== undefined) setLast(quiet)
            edit({ quiet_hours: isOn ? last : undefined })
          }}
        />
        {quiet && (
          <QuietTimes
            hours={quiet}
            disabled={isOffline}
            onChange={(hours) => edit({ quiet_hours: hours })}
          />
        )}
        <SelectField
          label="Time zone"
          options={
            hasOpened ? zoneOptions(tz, deviceZone(), serverNow()) : [zoneOption(tz, serverNow())]
          }
          onOpen={() => setHasOpened(true)}
          value={tz}
          searchFor="time zones"
          disabled={isOffline}
          onChange={(zone) => edit({ tz: zone })}
        />
        <Switch
          layout="field"
          label="Hide amounts on the lock screen"
          checked={settings.hide_amounts === 1}
          disabled={isOffline}
          onChange={(isOn) => edit({ hide_amounts: isOn ? 1 : 0 })}
        />
        <Switch
          layout="field"
          label="Group notices"
          checked={settings.group === 1}
          disabled={isOffline}
          onChange={(isOn) => edit({ group: isOn ? 1 : 0 })}
        />
        <p className="small t3" style={{ marginTop: -8 }}>
          At most one every 10 minutes
        </p>
      </PanelBody>
    </Panel>
  )
}
