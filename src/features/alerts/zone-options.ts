import { formatOffset, offsetMinutes } from '#src/domain/zone.ts'

/**
 * The time zones to choose from, by name, each with its offset at `now` (epoch ms). The chosen one and
 * the device's are among them, whatever the browser lists.
 */
export function zoneOptions(
  chosen: string,
  ofDevice: string,
  now: number,
): { value: string; label: string }[] {
  const names = new Set(['UTC', chosen, ofDevice, ...Intl.supportedValuesOf('timeZone')])
  return [...names].toSorted().map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')}, UTC${formatOffset(offsetMinutes(now, zone))}`,
  }))
}
