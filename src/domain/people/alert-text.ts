import { findCountry } from '#src/domain/countries/countries.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { formatCount, formatShare, percentOf, pluralizeCount } from '#src/domain/money/money.ts'
import { PROOF_REASON_LABELS } from '#src/domain/sale/proof-reasons.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { capitalize, pluralize, shortAddress } from '#src/domain/text/text.ts'
import { toLocal } from '#src/domain/time/calendar.ts'
import { monthName, twoDigits } from '#src/domain/time/date-parts.ts'
import { DAY_MS, HOUR_MS } from '#src/domain/time/zone.ts'
import type { AlertKind, RuleDraft } from '#src/wire/alerts.ts'
import type { ProofReason } from '#src/wire/proofs.ts'

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

/** An alert that has fired. `data` is what its rule found, see `FIRED`. */
export interface DescribedAlert {
  kind: AlertKind
  project_id: string | null
  /** ISO 8601. */
  at: string
  data: Readonly<Record<string, unknown>>
}

/** The texts of an alert, and the page of the app that shows what it is about. */
export interface FiredText {
  title: string
  text: string
  /** With its query. */
  path: string
}

interface FiredOptions {
  /** Without amounts, for a locked screen. */
  hideAmounts: boolean
  /** The zone of the days in the texts; UTC by default. */
  tz?: string
}

type Fired = DescribedAlert & { project: string; isHidden: boolean; tz: string }

/** "AURA: purchase of $9,060.00", "Stage 5, from Germany, google / cpc", "/transactions/AURA/48219". */
export function describeFired(
  alert: DescribedAlert,
  { hideAmounts, tz = 'UTC' }: FiredOptions,
): FiredText {
  const project = alert.project_id ?? ''
  return FIRED[alert.kind]({ ...alert, project, isHidden: hideAmounts, tz })
}

const FIRED: Record<AlertKind, (alert: Fired) => FiredText> = {
  purchase_over: ({ project, isHidden, data }) => {
    const country = textOf(data['country'])
    const parts = [
      textOf(data['stage_name']),
      country === '' ? '' : `from ${findCountry(country)?.name ?? country}`,
      [textOf(data['utm_source']), textOf(data['utm_medium'])].filter(Boolean).join(' / '),
    ]
    const text = parts.filter(Boolean).join(', ')
    return {
      title: isHidden
        ? `${project}: a purchase over your limit`
        : `${project}: purchase of $${formatDecimal(textOf(data['usd']), 2, 2)}`,
      text: text === '' ? 'From an unknown source' : capitalize(text),
      path: `/transactions/${encodeURIComponent(project)}/${textOf(data['transaction_id'])}`,
    }
  },
  milestone: (alert) => ({
    title: `${alert.project} passed ${alert.isHidden ? 'a milestone' : usd(textOf(alert.data['multiple']))}`,
    text: sinceLaunch(alert),
    path: homeToday(alert.project),
  }),
  quiet: ({ project, data }) => {
    const [least, most] = [numberOf(data['least']), numberOf(data['most'])]
    const counts =
      least === most
        ? `${formatCount(least)} in each of`
        : `${formatCount(least)} to ${formatCount(most)} in`
    return {
      title: `${project}: no completed purchase for ${pluralize(numberOf(data['hours']), 'hour')}`,
      text: `The same hours had ${counts} the last four weeks.`,
      path: homeToday(project),
    }
  },
  failing: ({ project, data }) => {
    const [bad, ended] = [numberOf(data['bad']), numberOf(data['ended'])]
    return {
      title: `${project}: ${formatShare(bad, ended)} failed or expired`,
      text: `${formatCount(bad)} of ${pluralizeCount(ended, 'purchase')} in the last hour`,
      path: `/transactions?${new URLSearchParams([
        ['projects', project],
        ['status', 'failed'],
        ['status', 'expired'],
      ]).toString()}`,
    }
  },
  code_ending: ({ project, data, tz }) => {
    const code = textOf(data['code'])
    const path = `/bonus-codes?${new URLSearchParams({ project, id: textOf(data['code_id']) }).toString()}`
    if (data['reason'] === 'ending') {
      const end = Date.parse(textOf(data['end_date']))
      return {
        title: `${code} ends within a day`,
        text: `${project}, on ${formatDayIn(end, end, tz)} at ${formatTimeIn(end, tz)}`,
        path,
      }
    }
    const [uses, limit] = [numberOf(data['uses']), numberOf(data['max_uses'])]
    return {
      title: `${code} is ${Math.floor(percentOf(uses, limit))}% used`,
      text: `${project}, ${formatCount(uses)} of ${pluralizeCount(limit, 'use')}`,
      path,
    }
  },
  ingest_refused: ({ project, data }) => ({
    title: `${project}: events refused`,
    text: `${formatCount(numberOf(data['n']))} in the last hour`,
    path: `/connections?${new URLSearchParams({ project }).toString()}`,
  }),
  price_unusual: ({ project, isHidden, data }) => {
    const key = textOf(data['key_name'])
    const paid = `$${formatDecimal(textOf(data['usd']), 2, 2)}`
    const tokens = formatDecimal(textOf(data['tokens']), 0, 2)
    const unit = textOf(data['ticker']) || 'tokens'
    const text = [textOf(data['stage_name']), key === '' ? '' : `received with key ${key}`]
    return {
      title: isHidden
        ? `${project}: a purchase at an unusual price`
        : `${project}: unusual price, ${paid} for ${tokens} ${unit}`,
      text: capitalize(text.filter(Boolean).join(', ')) || 'Without a stage',
      path: `/transactions/${encodeURIComponent(project)}/${textOf(data['transaction_id'])}`,
    }
  },
  credit_over: ({ project, isHidden, data }) => {
    const wallet = textOf(data['wallet_address'])
    return {
      title: isHidden
        ? `${project}: a credit over your limit`
        : `${project}: credit of ${formatDecimal(textOf(data['tokens']), 2)} tokens`,
      text: `By ${textOf(data['by'])} to ${shortAddress(wallet)}`,
      path: `/users/${encodeURIComponent(project)}/${wallet}`,
    }
  },
  new_device: ({ data }) => ({
    title: 'Sign-in from a new device',
    text: textOf(data['device']) || 'An unknown browser',
    path: '/activity',
  }),
  purchase_unproven: ({ project, isHidden, data }) => {
    const late = numberOf(data['late'])
    if (late > 0)
      return {
        title: `${project}: ${pluralizeCount(late, 'earlier purchase')} ${late === 1 ? 'differs' : 'differ'} from the chain`,
        text: 'More may follow. The list has them all.',
        path: `/transactions?${new URLSearchParams({ projects: project, proof: 'differs' }).toString()}`,
      }
    const reason = textOf(data['reason'])
    const parts = [
      isReason(reason) ? PROOF_REASON_LABELS[reason] : reason,
      textOf(data['stage_name']),
    ]
    const usdOf = isHidden ? '' : ` of $${formatDecimal(textOf(data['usd']), 2, 2)}`
    return {
      title: `${project}: a purchase${usdOf} differs from the chain`,
      text: parts.filter(Boolean).join(', ') || 'For an unknown reason',
      path: `/transactions/${encodeURIComponent(project)}/${textOf(data['transaction_id'])}`,
    }
  },
  payment_unmatched: ({ project, isHidden, data, tz, at }) => {
    const late = numberOf(data['late'])
    const path = `/transactions/payments?${new URLSearchParams({ projects: project }).toString()}`
    if (late > 0)
      return {
        title: `${project}: ${pluralizeCount(late, 'earlier payment')} ${late === 1 ? 'has' : 'have'} no purchase`,
        text: 'More may follow. The list has them all.',
        path,
      }
    const paidAt = Date.parse(textOf(data['paid_at']))
    const paid = `${formatDecimal(textOf(data['amount']), 2)} ${textOf(data['token'])}`
    return {
      title: isHidden
        ? `${project}: a payment has no purchase`
        : `${project}: payment of ${paid} without a purchase`,
      text: `From ${shortAddress(textOf(data['payer']))}, on ${formatDayIn(paidAt, Date.parse(at), tz)} at ${formatTimeIn(paidAt, tz)}`,
      path,
    }
  },
  stage_sold: ({ project, isHidden, data, at, tz }) => {
    const [left, end] = [textOf(data['left']), Date.parse(textOf(data['ends_at']))]
    return {
      title: `${project}: ${stageOf(data)} is sold to ${plain(textOf(data['threshold']) || '100')}%${
        isHidden ? '' : leftOf(left, data)
      }`,
      text: Number.isFinite(end)
        ? `Planned until ${formatDayIn(end, Date.parse(at), tz)} at ${formatTimeIn(end, tz)}`
        : 'Without a planned end',
      path: stagesOf(project),
    }
  },
  stage_oversold: ({ project, isHidden, data }) => ({
    title: isHidden
      ? `${project}: ${stageOf(data)} is oversold`
      : `${project}: ${stageOf(data)} sold ${tokensOf(textOf(data['over']), data)} more than its supply`,
    text: 'Check its supply, and what the presale site sells.',
    path: stagesOf(project),
  }),
  cap_reached: (alert) => {
    const { project, isHidden, data } = alert
    const cap = data['cap'] === 'hard' ? 'hard cap' : 'soft cap'
    return {
      title: `${project}: the ${cap}${isHidden ? '' : ` of ${usd(textOf(data['amount']) || '0')}`} is reached`,
      text: sinceLaunch(alert),
      path: stagesOf(project),
    }
  },
  stage_ends: ({ project, isHidden, data, at, tz }) => {
    const end = Date.parse(textOf(data['end_date']))
    const hours = Math.round((end - Date.parse(at)) / HOUR_MS)
    return {
      title: `${project}: ${stageOf(data)} ends ${
        hours >= 1 ? `in ${pluralize(hours, 'hour')}` : 'within an hour'
      }${isHidden ? '' : leftOf(textOf(data['left']), data)}`,
      text: `On ${formatDayIn(end, Date.parse(at), tz)} at ${formatTimeIn(end, tz)}`,
      path: stagesOf(project),
    }
  },
}

/** "98 days since launch on Aug 14" */
function sinceLaunch({ data, at, tz }: Fired): string {
  const launch = Date.parse(textOf(data['launched_at']))
  const days = Math.max(0, Math.floor((Date.parse(at) - launch) / DAY_MS))
  return `${pluralize(days, 'day')} since launch on ${formatDayIn(launch, Date.parse(at), tz)}`
}

const stageOf = (data: Fired['data']) => textOf(data['stage_name']) || 'a stage'
/** "118,260.50 AURA" */
function tokensOf(amount: string, data: Fired['data']): string {
  const trimmed = trimDecimal(amount || '0')
  // Less than a hundredth is not nothing.
  const most = Number(trimmed) < 0.01 ? undefined : 2
  const text = formatDecimal(trimmed, trimmed.includes('.') ? 2 : 0, most)
  return `${text} ${textOf(data['ticker']) || 'tokens'}`
}
/** ", 15,040,000 AURA left"; nothing where it is unknown. */
const leftOf = (left: string, data: Fired['data']) =>
  left === '' ? '' : `, ${tokensOf(left, data)} left`
const stagesOf = (project: string) => `/stages?${new URLSearchParams({ project }).toString()}`

const isReason = (text: string): text is ProofReason => Object.hasOwn(PROOF_REASON_LABELS, text)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
const homeToday = (project: string) =>
  `/?${new URLSearchParams({ projects: project, period: 'day' }).toString()}`

/** "5,000", "12.5": all digits. */
const plain = (decimal: string) => formatDecimal(trimDecimal(decimal), 0)

/** "$5,000", "$12.50": cents only if there are some. */
function usd(decimal: string): string {
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

/** "Aug 14", with the year if it is not the one of `other`. */
function formatDayIn(instant: number, other: number, tz: string): string {
  if (!Number.isFinite(instant)) return 'an unknown day'
  const { year, month, day } = toLocal(instant, tz)
  const text = `${monthName(month)} ${day}`
  return year === toLocal(other, tz).year ? text : `${text}, ${year}`
}

function formatTimeIn(instant: number, tz: string): string {
  if (!Number.isFinite(instant)) return 'an unknown time'
  const { hour, minute } = toLocal(instant, tz)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}
