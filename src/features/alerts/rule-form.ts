import * as z from 'zod/mini'
import { toDecimal } from '#src/domain/decimals.ts'
import { MAX_QUIET_HOURS, type AlertKind, type Rule, type RuleDraft } from '#src/wire/alerts.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

/** What the number of a kind means; kinds without a number have no entry. */
interface NumberMeaning {
  field: 'threshold' | 'hours'
  label: string
  suffix: string
  /** The value of a new rule. */
  first: number
  max?: number
  isInteger?: boolean
}

/** The server takes less than 100. */
const MAX_PERCENT = 99.99

const NUMBERS: Partial<Record<AlertKind, NumberMeaning>> = {
  purchase_over: { field: 'threshold', label: 'More than', suffix: 'USD', first: 5000 },
  milestone: { field: 'threshold', label: 'Each', suffix: 'USD', first: 100_000 },
  quiet: {
    field: 'hours',
    label: 'For',
    suffix: 'hours',
    first: 3,
    max: MAX_QUIET_HOURS,
    isInteger: true,
  },
  failing: { field: 'threshold', label: 'Above', suffix: '%', first: 15, max: MAX_PERCENT },
  code_ending: {
    field: 'threshold',
    label: 'Used more than',
    suffix: '%',
    first: 90,
    max: MAX_PERCENT,
  },
  ingest_refused: {
    field: 'threshold',
    label: 'More than',
    suffix: 'events',
    first: 50,
    isInteger: true,
  },
  credit_over: { field: 'threshold', label: 'More than', suffix: 'tokens', first: 100_000 },
}

export function numberOf(kind: AlertKind): NumberMeaning | null {
  return NUMBERS[kind] ?? null
}

/** The name of a kind in the form. */
export const KIND_LABELS: Record<AlertKind, string> = {
  purchase_over: 'A purchase over an amount',
  milestone: 'A milestone of a project',
  quiet: 'No purchase for some hours',
  failing: 'Many purchases fail or expire',
  code_ending: 'A bonus code is nearly used up or ends',
  ingest_refused: 'Events are refused',
  credit_over: 'A credit by somebody else',
  new_device: 'A sign-in from a new device',
}

const MAX_THRESHOLD = 1e15

export const ruleFormSchema = z
  .object({
    kind: z.string(),
    /** Empty: all projects. */
    project: z.string(),
    // Null for text that is not a number.
    number: z.nullable(z.number('Invalid number')),
    push: z.boolean(),
    mail: z.boolean(),
  })
  .check((check) => {
    const { kind, number, push, mail } = check.value
    const fail = (path: string, message: string) =>
      check.issues.push({ code: 'custom', input: check.value, path: [path], message })
    // The select offers nothing else.
    const meaning = numberOf(kind as AlertKind)
    if (meaning !== null) {
      const { max = MAX_THRESHOLD, isInteger = false } = meaning
      if (number === null || !(number > 0)) fail('number', 'Must be more than 0')
      else if (number > max) fail('number', `Must be at most ${max}`)
      else if (isInteger && !Number.isInteger(number)) fail('number', 'Must be a whole number')
    }
    if (!push && !mail) fail('mail', 'Choose at least one way to be told')
  })
export type RuleForm = z.infer<typeof ruleFormSchema>

/** The form of a rule, or of a new one of a kind. */
export function toRuleForm(rule: RuleDraft): RuleForm {
  const number = rule.threshold === undefined ? rule.hours : Number(rule.threshold)
  return {
    kind: rule.kind,
    project: rule.project_id ?? '',
    number: number ?? null,
    push: rule.channels.includes('push'),
    mail: rule.channels.includes('mail'),
  }
}

export function newRuleForm(kind: AlertKind): RuleForm {
  return { kind, project: '', number: numberOf(kind)?.first ?? null, push: true, mail: true }
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
    project_id: form.project === '' || kind === 'new_device' ? null : form.project,
    ...(meaning?.field === 'threshold' && { threshold: toDecimal(number) }),
    ...(meaning?.field === 'hours' && { hours: number }),
    channels: [...(form.push ? ['push' as const] : []), ...(form.mail ? ['mail' as const] : [])],
  }
}

export const ruleDrafts = draftsOf<FormDraft<RuleForm, { rule: Rule | null }>>()
