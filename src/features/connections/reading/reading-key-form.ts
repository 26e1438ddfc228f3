import * as z from 'zod/mini'
import { addUnits, dayStart, localDate } from '#src/domain/time/calendar.ts'
import { KEY_SCOPES } from '#src/wire/call.ts'
import { ingestKeyNameSchema } from '#src/wire/ingest-keys.ts'
import { LATEST_STORED } from '#src/wire/primitives.ts'
import type { ReadingKeyCreate } from '#src/wire/reading-keys.ts'

const EXPIRIES = ['30', '90', 'year', 'date', 'never'] as const
export type Expiry = (typeof EXPIRIES)[number]

const fieldsSchema = z.object({
  name: ingestKeyNameSchema,
  scopes: z.array(z.enum(KEY_SCOPES)).check(z.minLength(1, 'Choose what the key reads')),
  projects: z.array(z.string()),
  /** All projects of now and later. */
  hasAllProjects: z.boolean(),
  expiry: z.enum(EXPIRIES),
  /** The last day of the key, "YYYY-MM-DD", where the expiry is a date. */
  date: z.string(),
})
export type ReadingKeyForm = z.infer<typeof fieldsSchema>

export const EMPTY_READING_KEY: ReadingKeyForm = {
  name: '',
  scopes: [],
  projects: [],
  hasAllProjects: false,
  expiry: '90',
  date: '',
}

/**
 * The form at the time `now`, in ms, read when it is checked.
 * @param zone the device's
 */
export function readingKeyFormSchema(
  now: () => number,
  zone: string,
): z.ZodMiniType<ReadingKeyForm, ReadingKeyForm> {
  return fieldsSchema.check(
    z.refine(({ hasAllProjects, projects }) => hasAllProjects || projects.length > 0, {
      error: 'Choose at least one project',
      path: ['projects'],
    }),
    z.superRefine(({ expiry, date }, { issues }) => {
      const error = expiry === 'date' ? dateError(date, now(), zone) : null
      if (error !== null)
        issues.push({ code: 'custom', input: date, message: error, path: ['date'] })
    }),
  )
}

function dateError(date: string, now: number, zone: string): string | null {
  if (!/^\d{4,}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) return 'Choose a date'
  const end = endOf(date, zone)
  if (end <= now) return 'Must be today or later'
  return end > LATEST_STORED ? 'Must be in the years 1 to 9999' : null
}

/** The last millisecond of the day "YYYY-MM-DD". */
const endOf = (date: string, zone: string): number => dayStart(date, zone, 1) - 1

/** When a key with this expiry ends: the end of a local day, in ms; null without an end. */
export function expiryEnd(
  { expiry, date }: Pick<ReadingKeyForm, 'expiry' | 'date'>,
  now: number,
  zone: string,
): number | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return endOf(date, zone)
  const later = expiry === 'year' ? addUnits(now, 'year', 1, zone) : now
  const days = expiry === 'year' ? 0 : Number(expiry)
  return dayStart(localDate(later, zone), zone, days + 1) - 1
}

/** The request for a valid form. */
export function toReadingKeyCreate(
  form: ReadingKeyForm,
  now: number,
  zone: string,
): ReadingKeyCreate {
  const end = expiryEnd(form, now, zone)
  return {
    name: form.name.trim(),
    projects: form.hasAllProjects ? 'all' : form.projects,
    scopes: KEY_SCOPES.filter((scope) => form.scopes.includes(scope)),
    expires_at: end === null ? null : new Date(end).toISOString(),
  }
}
