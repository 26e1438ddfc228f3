import { toDecimal, trimDecimal } from '#src/domain/money/decimals.ts'
import { groupDecimal } from '#src/domain/money/money.ts'
import { publicFieldLabel, stageRows } from '#src/domain/sale/plan-changes.ts'
import { formatDecimal, formatInstant } from '#src/domain/sale/record-formats.ts'
import type { AuditEntry } from '#src/wire/audit.ts'
import { mask } from './mask.ts'
import { capitalize } from './text.ts'

/** A value of a field, formatted. */
export interface DifferenceValue {
  /** `none`: empty; `redacted`: a secret that is not stored; `long`: shown folded. */
  is: 'plain' | 'none' | 'redacted' | 'long'
  text: string
}

/** A field of an entry. Null: the entry has no value of it. */
export interface DifferenceRow {
  field: string
  label: string
  before: DifferenceValue | null
  after: DifferenceValue | null
  isChanged: boolean
}

const REDACTED = '[redacted]'
const LONG_TEXT_LENGTH = 160
const LONG_TEXT_LINES = 3
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/
const NUMBER = /^-?\d+(?:\.\d+)?$/

const AMOUNT = /^(?:tokens|amount|usd|.*_spend)$/
const COUNT = /^(?:count|taken|repeated|refused|uses)$/
/** A limit that a person set: the list of codes shows it too. */
const LIMIT = 'max_uses'
const PERCENTAGE = /percentage$|^staking_apy$/
/** Stored as a fraction of 1. */
const FRACTIONS: ReadonlySet<string> = new Set(['fee_percentage', 'liquidity_split_percentage'])
/** What a person has set: a plan, which privacy mode shows as its page does. */
const CAP = /^(?:soft|hard)_cap_usd$/
const FLAG = /^(?:count_bonuses|public)$/
const OVERRIDE = /^(?:min_referral_spend|referral_(?:payout|token_bonus)_percentage)$/

const LABELS: Readonly<Record<string, string>> = {
  brevo_api_key_last4: 'Brevo API key, last characters',
  brevo_api_key_sealed: 'Brevo API key',
  body: 'Body script',
  count_bonuses: 'Bonuses count',
  fields: 'Public fields',
  hard_cap_usd: 'Hard cap',
  public: 'Public progress',
  soft_cap_usd: 'Soft cap',
  header: 'Head script',
  staking_apy: 'Staking APY',
  user_agent: 'Device',
}
const WORDS: Readonly<Record<string, string>> = {
  api: 'API',
  id: 'ID',
  ip: 'IP',
  url: 'URL',
  usd: 'USD',
  utm: 'UTM',
}

/** "Referral payout percentage" of "referral_payout_percentage". */
export function fieldLabel(field: string): string {
  if (Object.hasOwn(LABELS, field)) return LABELS[field] ?? field
  const words = field.split('_').map((word) => (Object.hasOwn(WORDS, word) ? WORDS[word] : word))
  return capitalize(words.join(' '))
}

function plain(text: string): DifferenceValue {
  const isLong = text.length > LONG_TEXT_LENGTH || text.split('\n').length > LONG_TEXT_LINES
  return { is: isLong ? 'long' : 'plain', text }
}

function formatNumber(field: string, value: string | number, isMasked: boolean): string | null {
  const decimal = typeof value === 'number' ? toDecimal(value) : value
  if (!NUMBER.test(decimal)) return null
  if (AMOUNT.test(field)) return isMasked ? mask('amount') : formatDecimal(decimal, 2)
  if (COUNT.test(field)) return isMasked ? mask('count') : groupDecimal(decimal)
  if (CAP.test(field)) return `$${groupDecimal(trimDecimal(decimal))}`
  if (FLAG.test(field)) return decimal === '1' ? 'On' : 'Off'
  if (field === LIMIT) return groupDecimal(decimal)
  if (FRACTIONS.has(field)) return `${groupDecimal(toDecimal(Number(decimal), 2))}%`
  if (PERCENTAGE.test(field)) return `${groupDecimal(trimDecimal(decimal))}%`
  return null
}

function formatValue(field: string, value: unknown, isMasked: boolean): DifferenceValue {
  if (value === null || value === undefined || value === '') {
    return { is: 'none', text: OVERRIDE.test(field) ? 'Default' : 'None' }
  }
  if (value === REDACTED) return { is: 'redacted', text: 'Redacted' }
  if (typeof value === 'boolean') return plain(value ? 'Yes' : 'No')
  if (typeof value === 'number' || typeof value === 'string') {
    const number = formatNumber(field, value, isMasked)
    if (number !== null) return plain(number)
    const text = String(value)
    return plain(INSTANT.test(text) ? formatInstant(text) : text)
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    const texts = value.map((item) => (field === 'fields' ? publicFieldLabel(String(item)) : item))
    return value.length === 0 ? { is: 'none', text: 'None' } : plain(texts.join(', '))
  }
  return plain(JSON.stringify(value, null, 2))
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/**
 * The fields of an entry with their values before and after, the changed ones first. Fields that are
 * empty on both sides are left out. A secret is redacted on both sides, so it counts as changed.
 * @param isMasked masks amounts and counts
 */
export function differenceOf(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  isMasked: boolean,
): DifferenceRow[] {
  const [old, now] = [new Map(entriesOf(before)), new Map(entriesOf(after))]
  const rows = [...new Set([...now.keys(), ...old.keys()])].flatMap((field): DifferenceRow[] => {
    const values = [old.get(field), now.get(field)]
    if (values.every(isEmpty)) return []
    if (field === 'stages' && values.some(Array.isArray)) return stageDifferences(values)
    const isSecret = values.every((value) => value === REDACTED)
    return [
      {
        field,
        label: fieldLabel(field),
        before: old.has(field) ? formatValue(field, values[0], isMasked) : null,
        after: now.has(field) ? formatValue(field, values[1], isMasked) : null,
        isChanged: isSecret || JSON.stringify(values[0]) !== JSON.stringify(values[1]),
      },
    ]
  })
  return rows.toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged))
}

/** A row for each field of a planned stage that has changed. */
function stageDifferences([before, after]: readonly unknown[]): DifferenceRow[] {
  const valueOf = (text: string | null): DifferenceValue | null =>
    text === null ? null : text === '' ? { is: 'none', text: 'None' } : plain(text)
  return stageRows(before, after).map((row) => ({
    field: row.label,
    label: row.label,
    before: valueOf(row.before),
    after: valueOf(row.after),
    isChanged: true,
  }))
}

function entriesOf(values: unknown): [string, unknown][] {
  return values !== null && typeof values === 'object' ? Object.entries(values) : []
}
