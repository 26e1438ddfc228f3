import { proxy } from 'valtio'
import { PACE_DAYS, type PaceDays } from '#src/wire/stages.ts'
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'

const kept = readStored(STORAGE_KEYS.paceDays)

/** The completed days that pace and forecasts look at, kept per device. */
export const paceDays = proxy<{ days: PaceDays }>({
  days: PACE_DAYS.find((days) => days === kept) ?? 7,
})

export function setPaceDays(days: PaceDays): void {
  paceDays.days = days
  writeStored(STORAGE_KEYS.paceDays, days)
}
