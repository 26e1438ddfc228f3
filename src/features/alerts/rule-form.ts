import * as z from 'zod/mini'
import { toDecimal } from '#src/domain/money/decimals.ts'
import { groupDecimal } from '#src/domain/money/money.ts'
import {
  hasHours,
  hasProject,
  MAX_MINUTES,
  MIN_MILESTONE_USD,
  THRESHOLD_UNITS,
} from '#src/domain/people/alert-access.ts'
import {
  ALERT_CAPS,
  MAX_QUIET_HOURS,
  MAX_THRESHOLD,
  type AlertKind,
  type Rule,
  type RuleDraft,
} from '#src/wire/alerts.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

/** What the number of a kind means; kinds without a number have none. */
interface NumberMeaning {
  field: 'threshold' | 'hours'
  label: string
  suffix: string
  /** The value of a new rule. */
  first: number
  /** At least; without it, more than 0. */
  min?: number
  max?: number
  isInteger?: boolean
}

type Unit = NonNullable<(typeof THRESHOLD_UNITS)[AlertKind]>

/** What all numbers of a unit have in common. The server takes less than 100%. */
const UNITS: Record<Unit, Pick<NumberMeaning, 'suffix' | 'max' | 'isInteger'>> = {
  usd: { suffix: 'USD' },
  percent: { suffix: '%', max: 99.99 },
  events: { suffix: 'events', isInteger: true },
  tokens: { suffix: 'tokens' },
  minutes: { suffix: 'minutes', max: MAX_MINUTES, isInteger: true },
}

const THRESHOLDS: Partial<
  Record<AlertKind, Pick<NumberMeaning, 'label' | 'first' | 'min' | 'max'>>
> = {
  purchase_over: { label: 'More than', first: 5000 },
  milestone: { label: 'Each', first: 100_000, min: MIN_MILESTONE_USD },
  failing: { label: 'Above', first: 15 },
  code_ending: { label: 'Used more than', first: 90 },
  ingest_refused: { label: 'More than', first: 50 },
  credit_over: { label: 'More than', first: 100_000 },
  payment_unmatched: { label: 'For', first: 30 },
  stage_sold: { label: 'Sold to', first: 90, min: 1, max: 100 },
}

const HOURS: NumberMeaning = {
  field: 'hours',
  label: 'For',
  suffix: 'hours',
  first: 3,
  max: MAX_QUIET_HOURS,
  isInteger: true,
}

export function numberOf(kind: AlertKind): NumberMeaning | null {
  if (kind === 'stage_ends') return { ...HOURS, label: 'Ends in', first: 24 }
  if (hasHours(kind)) return HOURS
  const unit = THRESHOLD_UNITS[kind]
  const threshold = THRESHOLDS[kind]
  if (unit === null || threshold === undefined) return null
  return { field: 'threshold', ...UNITS[unit], ...threshold }
}

/** The name of a kind in the form. */
export const KIND_LABELS: Record<AlertKind, string> = {
  purchase_over: 'A purchase over an amount',
  milestone: 'A milestone of a project',
  quiet: 'No purchase for some hours',
  failing: 'Many purchases fail or expire',
  code_ending: 'A bonus code is nearly used up or ends',
  ingest_refused: 'Events are refused',
  price_unusual: 'A purchase at an unusual price',
  credit_over: 'A credit by somebody else',
  new_device: 'A sign-in from a new device',
  purchase_unproven: 'A purchase differs from the chain',
  payment_unmatched: 'A payment has no purchase for some minutes',
  stage_sold: 'A stage is sold to a share',
  stage_oversold: 'A stage is oversold',
  cap_reached: 'A cap is reached',
  stage_ends: 'A stage ends in some hours',
  mention: 'Somebody mentions me',
  reading_key_new_address: 'A reading key is used from a new address',
}

const grouped = (number: number) => groupDecimal(toDecimal(number))

/** Why a number is not one of its kind; undefined if it is. Null is text that is not a number. */
function numberError(number: number | null, meaning: NumberMeaning): string | undefined {
  const { min, max = MAX_THRESHOLD, isInteger = false } = meaning
  if (number === null) return 'Invalid number'
  if (!(number > 0)) return 'Must be more than 0'
  if (min !== undefined && number < min) return `Must be at least ${grouped(min)}`
  if (number > max) return `Must be at most ${grouped(max)}`
  return isInteger && !Number.isInteger(number) ? 'Must be a whole number' : undefined
}

export const ruleFormSchema = z
  .object({
    kind: z.string(),
    /** Empty: all projects. */
    project: z.string(),
    // Null for text that is not a number.
    number: z.nullable(z.number('Invalid number')),
    /** For `cap_reached` only. */
    cap: z.enum(ALERT_CAPS),
    push: z.boolean(),
    mail: z.boolean(),
  })
  .check((check) => {
    const { kind, number, push, mail } = check.value
    const fail = (path: string, message: string) =>
      check.issues.push({ code: 'custom', input: check.value, path: [path], message })
    // The select offers nothing else.
    const meaning = numberOf(kind as AlertKind)
    const error = meaning === null ? undefined : numberError(number, meaning)
    if (error !== undefined) fail('number', error)
    if (!push && !mail) fail('mail', 'Choose push, mail or both')
  })
export type RuleForm = z.infer<typeof ruleFormSchema>

/** The form of a rule, or of a new one of a kind. */
export function toRuleForm(rule: RuleDraft): RuleForm {
  const number = rule.threshold === undefined ? rule.hours : Number(rule.threshold)
  return {
    kind: rule.kind,
    project: rule.project_id ?? '',
    number: number ?? null,
    cap: rule.cap ?? 'soft',
    push: rule.channels.includes('push'),
    mail: rule.channels.includes('mail'),
  }
}

export function newRuleForm(kind: AlertKind): RuleForm {
  return {
    kind,
    project: '',
    number: numberOf(kind)?.first ?? null,
    cap: 'soft',
    push: true,
    mail: true,
  }
}

/** The rule of a valid form. */
export function toRule(form: RuleForm, { id, enabled }: Pick<Rule, 'id' | 'enabled'>): Rule {
  // The select offers nothing else.
  const kind = form.kind as AlertKind
  const meaning = numberOf(kind)
  const number = form.number ?? 0
  return {
    id,
    enabled,
    kind,
    project_id: form.project !== '' && hasProject(kind) ? form.project : null,
    ...(meaning?.field === 'threshold' && { threshold: toDecimal(number) }),
    ...(meaning?.field === 'hours' && { hours: number }),
    ...(kind === 'cap_reached' && { cap: form.cap }),
    channels: [...(form.push ? ['push' as const] : []), ...(form.mail ? ['mail' as const] : [])],
  }
}

/** What the dialog keeps with its draft. */
export interface RuleDialogExtra {
  /** Null for a new one. */
  rule: Rule | null
  /** The id of a new rule, made once: sent again after a lost response, it is added once. */
  newId: string
}

export const ruleDrafts = draftsOf<FormDraft<RuleForm, RuleDialogExtra>>()
