import { findCountry } from '#src/domain/countries/countries.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { formatCount, formatShare, percentOf, pluralizeCount } from '#src/domain/money/money.ts'
import { PROOF_REASON_LABELS } from '#src/domain/sale/proof-reasons.ts'
import { formatDecimal, formatId } from '#src/domain/sale/record-formats.ts'
import { capitalize, pluralize, shortAddress, shortenText } from '#src/domain/text/text.ts'
import { toLocal } from '#src/domain/time/calendar.ts'
import { monthName, twoDigits } from '#src/domain/time/date-parts.ts'
import { DAY_MS, HOUR_MS } from '#src/domain/time/zone.ts'
import type { AlertKind } from '#src/wire/alerts.ts'
import type { ProofReason } from '#src/wire/proofs.ts'
import { plain, usd } from './rule-text.ts'

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
  mention: ({ project, isHidden, data }) => {
    const { name, path } = notedRecord(project, data)
    const [author] = textOf(data['by']).split('@')
    return {
      title: `${project}: ${author || 'somebody'} mentioned you on ${name}`,
      // A note may have amounts.
      text: isHidden ? 'In a note' : shortenText(textOf(data['text']), MAX_NOTE_EXCERPT),
      path,
    }
  },
  reading_key_new_address: ({ data }) => ({
    title: 'A reading key is used from a new address',
    text: `${textOf(data['name']) || 'A key'} (…${textOf(data['last4'])}), from ${
      textOf(data['address']) || 'an unknown address'
    }`,
    path: '/connections',
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

const MAX_NOTE_EXCERPT = 240

/** What a note is on, and the notes on its page: of a payment without a purchase, the list of all. */
function notedRecord(project: string, data: Fired['data']): { name: string; path: string } {
  const [id, name] = [textOf(data['record_id']), textOf(data['name'])]
  const page = encodeURIComponent(project)
  switch (data['record_kind']) {
    case 'wallet':
      return { name: `wallet ${shortAddress(id)}`, path: `/users/${page}/${id}#notes` }
    case 'transaction':
      return { name: `purchase ${formatId(id)}`, path: `/transactions/${page}/${id}#notes` }
    case 'bonus_code':
      return { name: `code ${name || formatId(id)}`, path: `/bonus-codes/${page}/${id}#notes` }
    default:
      return {
        name: name === '' ? 'a payment' : `payment ${shortAddress(name)}`,
        path: `/transactions/payments?${new URLSearchParams({ projects: project }).toString()}`,
      }
  }
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
