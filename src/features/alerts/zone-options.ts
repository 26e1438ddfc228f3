import { formatOffset, offsetMinutes } from '#src/domain/zone.ts'

interface ZoneOption {
  value: string
  label: string
}

/** A time zone by its name, with its offset at `now` (epoch ms). */
export function zoneOption(zone: string, now: number): ZoneOption {
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
