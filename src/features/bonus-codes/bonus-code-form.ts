import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { serverNow } from '#src/state/clock.ts'
import {
  bonusCodeCalls,
  bonusCodeCreateSchema,
  DATE_ERRORS,
  MAX_BONUS_PERCENTAGE,
  MAX_CODE_LENGTH,
  type BonusCode,
  type BonusCodeCreate,
} from '#src/wire/bonus-codes.ts'
import { numberUpTo } from '#src/wire/number-up-to.ts'
import { hasOneDirection } from '#src/wire/project-name.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

/** The values of the form. Dates are local time ("2026-11-24T09:00") or empty. */
const bonusCodeFieldsSchema = z.object({
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
      hasOneDirection,
    ),
  percentage: numberUpTo(MAX_BONUS_PERCENTAGE, 'Invalid number'),
  tokens_come_from_stage_tokens: z.boolean(),
  date_enabled: z.boolean(),
  start_date: z.string(),
  end_date: z.string(),
  max_uses_enabled: z.boolean(),
  // Null for text that is not a number, which is valid while there is no limit.
  max_uses: z.nullable(z.number('Invalid number')),
})

export const bonusCodeFormSchema = bonusCodeFieldsSchema.check((check) => {
  for (const error of [
    ...validateDates(check.value, serverNow()),
    ...validateMaxUses(check.value),
  ]) {
    check.issues.push({
      code: 'custom',
      input: check.value,
      path: [error.field],
      message: error.message,
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

interface FormError {
  field: keyof BonusCodeForm
  message: string
}

type Dates = Pick<BonusCodeForm, 'date_enabled' | 'start_date' | 'end_date'>

/**
 * Validates the dates while they are switched on. `now` is in epoch milliseconds. The
 * server validates them again by its own clock.
 */
function validateDates(form: Dates, now: number): FormError[] {
  if (!form.date_enabled) return []
  const start = Date.parse(form.start_date)
  const end = Date.parse(form.end_date)
  const errors: FormError[] = []
  if (Number.isNaN(end)) {
    errors.push({ field: 'end_date', message: DATE_ERRORS.noEnd })
  }
  if (Number.isNaN(start)) {
    errors.push({ field: 'start_date', message: DATE_ERRORS.noStart })
  }
  if (start >= end) {
    errors.push({ field: 'end_date', message: DATE_ERRORS.order })
  } else if (end <= now) {
    errors.push({ field: 'end_date', message: DATE_ERRORS.past })
  }
  return errors
}

function validateMaxUses(form: Pick<BonusCodeForm, 'max_uses_enabled' | 'max_uses'>): FormError[] {
  const { max_uses_enabled, max_uses } = form
  if (!max_uses_enabled) return []
  if (max_uses === null || !Number.isInteger(max_uses)) {
    return [{ field: 'max_uses', message: 'Must be a whole number' }]
  }
  if (max_uses >= 1) return []
  return [{ field: 'max_uses', message: 'Must be greater than or equal to 1' }]
}

/** The request for a valid form. Dates become UTC instants. */
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
    // A valid form has a number here.
    ...(form.max_uses_enabled && form.max_uses !== null && { max_uses: form.max_uses }),
  }
}

/** The request, and its form: the device's time zone may change before the outcome is known. */
const newCodeSchema = z.object({ form: bonusCodeFieldsSchema, body: bonusCodeCreateSchema })
export type NewCode = z.infer<typeof newCodeSchema>

/** At most one new code has an unknown outcome. */
export const newCodes = pendingWritesOf('bonus-code', newCodeSchema)

export const codeDrafts = draftsOf<FormDraft<BonusCodeForm>>()

export const postCode: SendWrite<NewCode, BonusCode> = ({ key, what }, timeoutMs) =>
  send(bonusCodeCalls.createBonusCode, { body: what.body, idempotencyKey: key }, { timeoutMs })
