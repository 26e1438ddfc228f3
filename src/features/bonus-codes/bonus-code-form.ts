import * as z from 'zod/mini'
import { serverNow } from '#src/state/clock.ts'
import { MAX_BONUS_PERCENTAGE, MAX_CODE_LENGTH } from '#src/wire/bonus-codes.ts'
import type { BonusCodeCreate } from '#src/wire/bonus-codes.ts'

/** What the dialog holds. Dates are local wall time ("2026-11-24T09:00"), empty while unset. */
export const bonusCodeFieldsSchema = z.object({
  project_id: z
    .string()
    .check(
      z.minLength(1, 'Project must be set'),
      z.maxLength(100, 'Project must be at most 100 characters'),
    ),
  code: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Code must be set'),
      z.maxLength(MAX_CODE_LENGTH, `Code must be at most ${MAX_CODE_LENGTH} characters`),
    ),
  percentage: z
    .number('Invalid number')
    .check(
      z.minimum(0, 'Must be greater than or equal to 0'),
      z.maximum(MAX_BONUS_PERCENTAGE, `Must be less than or equal to ${MAX_BONUS_PERCENTAGE}`),
    ),
  tokens_come_from_stage_tokens: z.boolean(),
  date_enabled: z.boolean(),
  start_date: z.string(),
  end_date: z.string(),
  max_uses_enabled: z.boolean(),
  // Null for what can't be read: it is no fault while there is no limit.
  max_uses: z.nullable(z.number('Invalid number')),
})

export const bonusCodeFormSchema = bonusCodeFieldsSchema.check((check) => {
  for (const fault of [...dateFaults(check.value, serverNow()), ...usesFaults(check.value)]) {
    check.issues.push({
      code: 'custom',
      input: check.value,
      path: [fault.field],
      message: fault.message,
    })
  }
})

export type BonusCodeForm = z.infer<typeof bonusCodeFormSchema>

export const EMPTY_BONUS_CODE: BonusCodeForm = {
  project_id: '',
  code: '',
  percentage: 0,
  tokens_come_from_stage_tokens: false,
  date_enabled: false,
  start_date: '',
  end_date: '',
  max_uses_enabled: false,
  max_uses: 1,
}

interface Fault {
  field: keyof BonusCodeForm
  message: string
}

type Dates = Pick<BonusCodeForm, 'date_enabled' | 'start_date' | 'end_date'>

/**
 * The rules for the two dates (spec 5); none while the dates are switched off. `now` in
 * milliseconds: only a first word, the server's clock has the last one.
 */
function dateFaults(form: Dates, now: number): Fault[] {
  if (!form.date_enabled) return []
  const start = Date.parse(form.start_date)
  const end = Date.parse(form.end_date)
  const faults: Fault[] = []
  if (Number.isNaN(end)) {
    faults.push({
      field: 'end_date',
      message: 'End date is required when start date is provided',
    })
  }
  if (Number.isNaN(start)) {
    faults.push({
      field: 'start_date',
      message: 'Start date is required when end date is provided',
    })
  }
  if (start >= end) {
    faults.push({ field: 'end_date', message: 'Start date must be before end date' })
  } else if (end <= now) {
    faults.push({ field: 'end_date', message: 'End date must be in the future' })
  }
  return faults
}

function usesFaults(form: Pick<BonusCodeForm, 'max_uses_enabled' | 'max_uses'>): Fault[] {
  const { max_uses_enabled, max_uses } = form
  if (!max_uses_enabled) return []
  if (max_uses === null || !Number.isInteger(max_uses)) {
    return [{ field: 'max_uses', message: 'Must be a whole number' }]
  }
  if (max_uses >= 1) return []
  return [{ field: 'max_uses', message: 'Must be greater than or equal to 1' }]
}

/** The request of a form that passed its schema; dates become UTC instants. */
export function toBonusCodeCreate(form: BonusCodeForm): BonusCodeCreate {
  return {
    project_id: form.project_id,
    code: form.code.trim(),
    percentage: form.percentage,
    tokens_come_from_stage_tokens: form.tokens_come_from_stage_tokens ? 1 : 0,
    ...(form.date_enabled && {
      start_date: new Date(form.start_date).toISOString(),
      end_date: new Date(form.end_date).toISOString(),
    }),
    // A limit that is no number has not passed the form's rules.
    ...(form.max_uses_enabled && form.max_uses !== null && { max_uses: form.max_uses }),
  }
}
