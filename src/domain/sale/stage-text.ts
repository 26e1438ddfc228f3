import {
  addDecimals,
  exceedsDecimal,
  isZeroDecimal,
  subtractDecimal,
} from '#src/domain/money/decimals.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { mask } from '#src/domain/text/mask.ts'
import { daysBetween, localDate } from '#src/domain/time/calendar.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { Forecast, StageFigures, StageSummary } from '#src/wire/stages.ts'
import { LEAST_DAYS } from './forecast.ts'
import { formatFloor } from './record-formats.ts'
import { dayOf, momentOf, nearDay, type StageTextContext } from './stage-dates.ts'
import { comingStage, nextStage, wholeOrExact } from './stage-facts.ts'

/** What a forecast says, and below it what it rests on. Masked figures are blocks. */
export interface ForecastText {
  title: string
  /** Empty where the title says all. */
  ground: string
  /** Somebody must decide: more was sold than planned. */
  isWarning?: boolean
}

/** When a stage sells out, or why nobody can say. */
export function stageForecastText(
  summary: StageSummary,
  stage: StageFigures,
  context: StageTextContext,
): ForecastText {
  const { forecast } = stage
  if ('likely' in forecast) return rangeText(summary, stage, forecast, context)
  switch (forecast.none) {
    case 'too_few_days':
      return tooFewDays(
        summary.pace.days.map(({ tokens }) => tokens),
        context,
      )
    case 'no_supply':
      return {
        title: 'No forecast: this stage has no supply',
        ground: 'Add a supply to see what is left.',
      }
    case 'sold_out':
      return soldOutText(summary, stage, context)
    default:
      return noOpenStage(summary, context)
  }
}

/** When a project has no current stage. */
export function noOpenStage({ stages }: StageSummary, context: StageTextContext): ForecastText {
  const next = comingStage(stages, context.now)
  const title = 'No forecast: no stage is open'
  if (next?.starts_at == null) return { title, ground: 'No later stage has a start.' }
  const today = localDate(context.now, context.zone)
  const away = daysBetween(today, localDate(Date.parse(next.starts_at), context.zone))
  const when = away === 0 ? 'today' : away === 1 ? 'tomorrow' : `in ${away} days`
  return { title, ground: `${next.name} begins on ${dayOf(next.starts_at, context)}, ${when}.` }
}

type Range = Exclude<Forecast, { none: string }>

/** The days of a forecast, masked in privacy mode. */
function daysOf({ earliest, likely, latest }: Range, context: StageTextContext) {
  const today = localDate(context.now, context.zone)
  const text = (date: string) => (context.isMasked ? mask('count') : nearDay(date, today))
  return {
    earliest: text(earliest),
    likely: text(likely),
    latest: text(latest),
    isToday: latest === today,
    isOneDay: earliest === latest,
  }
}

function rangeText(
  summary: StageSummary,
  stage: StageFigures,
  forecast: Range,
  context: StageTextContext,
): ForecastText {
  const days = daysOf(forecast, context)
  const { ends_at: end } = stage
  // The end itself no longer belongs to the stage.
  if (end !== null && forecast.likely > localDate(Date.parse(end) - 1, context.zone))
    return {
      title: `Not sold out by its end on ${dayOf(end, context)}`,
      ground: leftAtEnd(summary, stage, end, context),
    }
  if (days.isToday && !context.isMasked)
    return { title: 'Sold out today', ground: 'Less than the median day is left.' }
  const pace = `At the pace of the last ${context.days} days.`
  return {
    title: days.isOneDay
      ? `Sold out about ${days.likely}`
      : `Sold out between ${days.earliest} and ${days.latest}, likely ${days.likely}`,
    ground: end === null ? pace : `${pace} Planned until ${dayOf(end, context)}.`,
  }
}

/** Rounded down to three digits: it is a guess. */
function leftAtEnd(
  { pace }: StageSummary,
  { left }: StageFigures,
  end: string,
  context: StageTextContext,
): string {
  const daysLeft = Math.max(0, Date.parse(end) - context.now) / DAY_MS
  const tokens = Number(left) - daysLeft * Number(pace.tokens_per_day)
  if (tokens < 1) return `At the pace of the last ${context.days} days.`
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(tokens)) - 2)
  const about = context.isMasked ? mask('amount') : formatCount(Math.floor(tokens / unit) * unit)
  return `At this pace about ${about} ${context.unit} are left then.`
}

/** @param sold what each completed day has sold */
function tooFewDays(sold: readonly string[], { days, isMasked }: StageTextContext): ForecastText {
  const withSales = sold.filter((one) => !isZeroDecimal(one)).length
  const title = `No forecast: sales on ${isMasked ? mask('count') : withSales} of the last ${days} days`
  // Enough days have sales, but on most of the days nothing was sold.
  if (withSales >= LEAST_DAYS)
    return {
      title,
      ground: `On the median day nothing is sold. Try ${days === 30 ? '7 or 14' : '7'} days.`,
    }
  const longer = { 7: ' Try 14 or 30 days.', 14: ' Try 30 days.', 30: '' }
  return { title, ground: `It needs ${LEAST_DAYS} completed days with sales.${longer[days]}` }
}

function soldOutText(
  { stages, current }: StageSummary,
  stage: StageFigures,
  context: StageTextContext,
): ForecastText {
  const next = nextStage(stages, stage)
  const isStillSold = current === stage.id && !isZeroDecimal(stage.oversold)
  return {
    title:
      stage.sold_out_at === null
        ? 'Sold out'
        : `Sold out on ${momentOf(stage.sold_out_at, context)}`,
    ground: [
      ...(isStillSold ? ['The site still sells it.'] : []),
      next === undefined ? 'It is the last stage of the plan.' : plannedText(next, context),
    ].join(' '),
  }
}

function plannedText({ name, starts_at: start }: StageFigures, context: StageTextContext): string {
  if (start === null) return `${name} is next.`
  const verb = Date.parse(start) > context.now ? 'is' : 'was'
  return `${name} ${verb} planned from ${dayOf(start, context)}.`
}

/** When the hard cap is reached, or by how much it is exceeded; null without one. */
export function capForecastText(
  summary: StageSummary,
  context: StageTextContext,
): ForecastText | null {
  const { cap_forecast: forecast, hard_cap_usd: cap, hard_cap_at: at, raised_usd: raised } = summary
  if (cap === null) return null
  if ('likely' in forecast) {
    const days = daysOf(forecast, context)
    if (days.isToday && !context.isMasked)
      return { title: 'Hard cap today', ground: 'Less than the median day is missing.' }
    return {
      title: `Hard cap about ${days.likely}`,
      ground: days.isOneDay
        ? 'At the same pace'
        : `Between ${days.earliest} and ${days.latest}, at the same pace`,
    }
  }
  if (forecast.none === 'too_few_days')
    return tooFewDays(
      summary.pace.days.map(({ amount }) => amount),
      context,
    )
  const ground = at === null ? '' : `Reached on ${momentOf(at, context)}`
  if (!exceedsDecimal(raised, cap)) return { title: 'Hard cap reached', ground }
  const over = context.isMasked ? mask('amount') : `$${formatFloor(subtractDecimal(raised, cap))}`
  return { title: `${over} above the hard cap`, ground, isWarning: true }
}

/** The stages that sold more than their supply. */
export const oversoldStages = ({ stages }: StageSummary) =>
  stages.filter(({ oversold }) => !isZeroDecimal(oversold))

/**
 * What oversold stages have sold too many, for one notice: the fact, when it ended, and what it means;
 * null where none is.
 */
export function oversoldText(
  summary: StageSummary,
  context: StageTextContext,
): { fact: string; ended: string; meaning: string } | null {
  const stages = oversoldStages(summary)
  const [first] = stages
  if (first === undefined) return null
  const amount = (tokens: string) => (context.isMasked ? mask('amount') : formatFloor(tokens))
  const over = `${amount(addDecimals(...stages.map(({ oversold }) => oversold)))} ${context.unit}`
  const meaning = 'More tokens are promised than the plan has.'
  if (stages.length > 1)
    return {
      fact: `${stages.length} stages sold ${over} more than their supply.`,
      ended: `They are ${listOf(stages.map(({ name }) => name))}.`,
      meaning,
    }
  const supply = context.isMasked ? mask('amount') : wholeOrExact(first.supply ?? '0')
  const hasEnded = first.ends_at !== null && Date.parse(first.ends_at) <= context.now
  return {
    fact: `${first.name} sold ${over} more than its supply of ${supply}.`,
    ended: hasEnded ? `It ended on ${dayOf(first.ends_at ?? '', context)}.` : '',
    meaning,
  }
}

/** "Stage 2, Stage 4 and Stage 5" */
const listOf = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
