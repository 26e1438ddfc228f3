import { trimDecimal } from '#src/domain/money/decimals.ts'
import { pluralizeCount } from '#src/domain/money/money.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { pluralize } from '#src/domain/text/text.ts'
import type { RuleDraft } from '#src/wire/alerts.ts'

/** The texts of a rule: what it watches, then where or how. */
export interface RuleText {
  title: string
  text: string
}

/** What the texts of a rule need. */
export type DescribedRule = Pick<RuleDraft, 'kind' | 'project_id' | 'threshold' | 'hours' | 'cap'>

/** "Purchase over $5,000", "All projects". */
export function describeRule(rule: DescribedRule): RuleText {
  const { project_id: project, threshold = '0', hours = 1, cap = 'soft' } = rule
  /** The text with the project that it is limited to. */
  const within = (text: string) => (project === null ? text : `${text}, ${project}`)
  switch (rule.kind) {
    case 'purchase_over':
      return { title: `Purchase over ${usd(threshold)}`, text: project ?? 'All projects' }
    case 'milestone':
      return {
        title: 'Milestone of a project',
        text: `Every ${usdInWords(threshold)}, ${project ?? 'all projects'}`,
      }
    case 'quiet':
      return {
        title: `No completed purchase for ${pluralize(hours, 'hour')}`,
        text: within('If the same hours of the last 4 weeks had purchases'),
      }
    case 'failing':
      return {
        title: `Failed and expired above ${plain(threshold)}%`,
        text: within('In the last hour, with at least 20 purchases'),
      }
    case 'code_ending':
      return {
        title: 'Bonus code nearly used up or ending',
        text: within(`${plain(threshold)}% used, or ending within a day`),
      }
    case 'ingest_refused':
      return { title: 'Events refused', text: within(`More than ${plain(threshold)} in an hour`) }
    case 'price_unusual':
      return {
        title: 'Purchase at an unusual price',
        text: within('Below half or above twice the usual price of its stage'),
      }
    case 'credit_over':
      return {
        title: `Credit by somebody else over ${plain(threshold)} tokens`,
        text: project ?? 'All projects',
      }
    case 'new_device':
      return { title: 'Sign-in from a new device', text: 'Your account' }
    case 'mention':
      return { title: 'Somebody mentions me', text: project ?? 'All projects' }
    case 'reading_key_new_address':
      return { title: 'A reading key is used from a new address', text: 'All reading keys' }
    case 'purchase_unproven':
      return { title: 'A purchase differs from the chain', text: project ?? 'All projects' }
    case 'payment_unmatched':
      return {
        title: `A payment has no purchase for ${pluralizeCount(Number(threshold), 'minute')}`,
        text: project ?? 'All projects',
      }
    case 'stage_sold':
      return { title: `A stage is sold to ${plain(threshold)}%`, text: project ?? 'All projects' }
    case 'stage_oversold':
      return { title: 'A stage is oversold', text: project ?? 'All projects' }
    case 'cap_reached':
      return { title: `The ${cap} cap is reached`, text: project ?? 'All projects' }
    case 'stage_ends':
      return {
        title: `A stage ends in ${pluralize(hours, 'hour')}`,
        text: project ?? 'All projects',
      }
  }
}

/** "5,000", "12.5": all digits. */
export const plain = (decimal: string) => formatDecimal(trimDecimal(decimal), 0)

/** "$5,000", "$12.50": cents only if there are some. */
export function usd(decimal: string): string {
  const trimmed = trimDecimal(decimal)
  return `$${formatDecimal(trimmed, trimmed.includes('.') ? 2 : 0)}`
}

const WORDS = [
  [12, 'trillion'],
  [9, 'billion'],
  [6, 'million'],
  [3, 'thousand'],
] as const
const LEAST_DIGITS_IN_WORDS = 6

/** "$100 thousand", "$2.5 million"; "$12,345,678" if that would need more than two decimals. */
function usdInWords(decimal: string): string {
  const whole = trimDecimal(decimal)
  if (!whole.includes('.') && whole.length >= LEAST_DIGITS_IN_WORDS)
    for (const [zeros, word] of WORDS) {
      if (whole.length <= zeros) continue
      const scaled = trimDecimal(`${whole.slice(0, -zeros)}.${whole.slice(-zeros)}`)
      const places = scaled.split('.')[1]?.length ?? 0
      return places > 2 ? usd(decimal) : `$${formatDecimal(scaled, 0)} ${word}`
    }
  return usd(decimal)
}
