import { exceedsDecimal, isZeroDecimal, parseDecimal } from '#src/domain/money/decimals.ts'
import { formatInstant, formatRecent } from '#src/domain/sale/record-formats.ts'
import { readTypedTime } from '#src/domain/sale/typed-time.ts'
import { uncapitalize } from '#src/domain/text/text.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import {
  findPlanErrors,
  MAX_STAGE_NAME,
  MAX_STAGES,
  type PlanError,
  type StagePlan,
} from '#src/wire/stages.ts'
import {
  rowName,
  savedStages,
  STAGE_FIELDS,
  valuesOf,
  type StageField,
  type StageRow,
  type StagesForm,
  type StageValues,
} from './stages-form.ts'

export interface StageError {
  field: StageField
  /** A whole sentence. */
  text: string
  /** The key of the row that it collides with. */
  other?: string | undefined
}

/** What is wrong with a plan as it is typed. */
export interface PlanErrors {
  /** By the row's key. */
  rows: ReadonlyMap<string, readonly StageError[]>
  soft_cap: string | undefined
  hard_cap: string | undefined
  /** Of the plan as a whole. */
  plan: string | undefined
}

/** What is wrong with a field alone. */
export function fieldError(row: StageRow, field: StageField): string | null {
  const text = row[field].trim()
  switch (field) {
    case 'name':
      if (text === '') return 'Enter a name.'
      return text.length > MAX_STAGE_NAME
        ? `The name must have at most ${MAX_STAGE_NAME} characters.`
        : null
    case 'price':
      return text === '' ? 'Enter a price.' : amountError(text, 'The price')
    case 'supply':
      return text === '' ? null : amountError(text, 'The supply')
    case 'starts':
    case 'ends':
      return text === '' ? null : timeError(text, field === 'starts' ? 'The start' : 'The end')
  }
}

function amountError(text: string, what: string): string | null {
  const decimal = parseDecimal(text)
  if (decimal === null) return `${what} must be an amount, with at most 18 decimals.`
  return isZeroDecimal(decimal) ? `${what} must be more than 0.` : null
}

function timeError(text: string, what: string): string | null {
  const read = readTypedTime(text, deviceZone())
  if ('value' in read) return null
  const isAboutIt = /^(?:Is|Has|Can) /.test(read.reason)
  return isAboutIt ? `${what} ${uncapitalize(read.reason)}` : read.reason
}

/** What is wrong with the form. @param now for the years of dates */
export function planErrors(form: StagesForm, base: StagePlan, now: Date): PlanErrors {
  const saved = savedStages(base)
  const values = form.stages.map((row) => valuesOf(row, saved.get(row.id ?? '')))
  const rows = new Map<string, StageError[]>()
  const add = (row: StageRow, error: StageError) =>
    rows.set(row.key, [...(rows.get(row.key) ?? []), error])
  for (const row of form.stages)
    for (const field of STAGE_FIELDS) {
      const text = fieldError(row, field)
      if (text !== null) add(row, { field, text })
    }
  for (const error of findPlanErrors(values)) {
    const at = Number(error.path[0])
    const row = form.stages[at]
    const other = form.stages[error.other ?? at]
    if (row)
      add(row, {
        ...describe(
          error,
          values,
          (place) => {
            const named = form.stages[place]
            return named ? rowName(named, place) : ''
          },
          now,
        ),
        other: other?.key,
      })
  }
  return {
    rows,
    soft_cap: capError(form.soft_cap, 'The soft cap') ?? orderError(form),
    hard_cap: capError(form.hard_cap, 'The hard cap'),
    plan: form.stages.length > MAX_STAGES ? `A plan has at most ${MAX_STAGES} stages.` : undefined,
  }
}

const capError = (text: string, what: string): string | undefined =>
  text.trim() === '' ? undefined : (amountError(text.trim(), what) ?? undefined)

function orderError({ soft_cap, hard_cap }: StagesForm): string | undefined {
  const [soft, hard] = [parseDecimal(soft_cap), parseDecimal(hard_cap)]
  if (soft === null || hard === null || !exceedsDecimal(soft, hard)) return undefined
  return 'The soft cap must be at most the hard cap.'
}

/** "Dec 15, 00:00", with the year if it is another one. */
function timeIn(instant: string, now: Date): string {
  const isThisYear = new Date(instant).getFullYear() === now.getFullYear()
  return isThisYear ? formatRecent(instant, now) : formatInstant(instant)
}

/** The sentence for an error between stages, at the field that it is about. */
function describe(
  { path, other: otherAt }: PlanError,
  stages: readonly StageValues[],
  nameOf: (at: number) => string,
  now: Date,
): Pick<StageError, 'field' | 'text'> {
  const [at, place] = [Number(path[0]), path[1]]
  const one = stages[at]
  const other = stages[otherAt ?? at]
  const otherName = nameOf(otherAt ?? at)
  if (place === 'name') return { field: 'name', text: `${otherName} has this name, too.` }
  if (place === 'also') {
    const name = one?.also[Number(path[2])] ?? ''
    return { field: 'name', text: `Is also named ${name}, as ${otherName} is.` }
  }
  if (otherAt === undefined)
    return {
      field: 'ends',
      text: `Must end after it starts on ${timeIn(one?.starts_at ?? '', now)}.`,
    }
  const start = one?.starts_at ?? one?.ends_at ?? ''
  const [from, to] = [other?.starts_at ?? other?.ends_at, other?.ends_at ?? other?.starts_at]
  const isBefore = from != null && Date.parse(start) < Date.parse(from)
  if (one?.starts_at == null || (isBefore && one.ends_at !== null))
    return { field: 'ends', text: `Ends after ${otherName} starts on ${timeIn(from ?? '', now)}.` }
  return { field: 'starts', text: `Starts before ${otherName} ends on ${timeIn(to ?? '', now)}.` }
}
