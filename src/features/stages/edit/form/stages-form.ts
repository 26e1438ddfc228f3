import { isZeroDecimal, parseDecimal } from '#src/domain/money/decimals.ts'
import { formatDecimal, formatInstant } from '#src/domain/sale/record-formats.ts'
import { readTypedTime } from '#src/domain/sale/typed-time.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { stageKey, type Stage, type StagePlan, type StagePlanUpdate } from '#src/wire/stages.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

/** The fields of a stage, in the order of their columns. */
export const STAGE_FIELDS = ['name', 'price', 'supply', 'starts', 'ends'] as const
export type StageField = (typeof STAGE_FIELDS)[number]
export const FIELD_LABELS: Readonly<Record<StageField, string>> = {
  name: 'Name',
  price: 'Price',
  supply: 'Supply',
  starts: 'Starts',
  ends: 'Ends',
}

/** A stage as it is typed. Times are texts in the device's zone. */
export type StageRow = Readonly<Record<StageField, string>> & {
  /** Never changes, and is no one else's. */
  readonly key: string
  /** Null for a stage that is not saved yet. */
  readonly id: string | null
  readonly also: readonly string[]
}

export type StagesForm = {
  stages: readonly StageRow[]
  soft_cap: string
  hard_cap: string
  count_bonuses: boolean
}

/** Drafts by project, with the plan that they change. */
export const stageDrafts = draftsOf<FormDraft<Partial<StagesForm>, { base: StagePlan }>>()

let rows = 0

/** A row of a stage that is not saved yet. */
export function newRow(values: Partial<Record<StageField, string>> = {}): StageRow {
  rows += 1
  const empty = { name: '', price: '', supply: '', starts: '', ends: '' }
  return { key: `new ${rows}`, id: null, also: [], ...empty, ...values }
}

const amountText = (decimal: string | null) => (decimal === null ? '' : formatDecimal(decimal, 0))
const capText = (decimal: string | null) => (decimal === null ? '' : formatDecimal(decimal, 2))
export const timeText = (instant: string | null) => (instant === null ? '' : formatInstant(instant))

/** The texts of a stage's fields, as they stand before anything is typed. */
export const stageTexts = (
  stage: Pick<Stage, 'name' | 'price_usd' | 'supply' | 'starts_at' | 'ends_at'>,
): Record<StageField, string> => ({
  name: stage.name,
  price: amountText(stage.price_usd),
  supply: amountText(stage.supply),
  starts: timeText(stage.starts_at),
  ends: timeText(stage.ends_at),
})

/** The form of a saved plan. */
export function toStagesForm(plan: StagePlan): StagesForm {
  return {
    stages: plan.stages.map((stage) => ({
      key: stage.id,
      id: stage.id,
      also: stage.also,
      ...stageTexts(stage),
    })),
    soft_cap: capText(plan.soft_cap_usd),
    hard_cap: capText(plan.hard_cap_usd),
    count_bonuses: plan.count_bonuses === 1,
  }
}

/** What a row means; a field that can't be read is null. */
export interface StageValues {
  name: string
  also: string[]
  price_usd: string | null
  supply: string | null
  starts_at: string | null
  ends_at: string | null
}

/** The instant of a typed time: to the second of the saved one while the text is still its own. */
function timeOf(text: string, saved: string | null | undefined): string | null {
  const typed = text.trim()
  if (typed === '') return null
  if (typeof saved === 'string' && timeText(saved) === typed) return saved
  const read = readTypedTime(typed, deviceZone())
  return 'value' in read ? read.value : null
}

/** The values of a row. @param saved the stage as it is saved */
export function valuesOf(row: StageRow, saved: Stage | undefined): StageValues {
  return {
    name: row.name.trim(),
    // A stage that takes an earlier name back.
    also: row.also.filter((name) => stageKey(name) !== stageKey(row.name)),
    price_usd: parseDecimal(row.price),
    supply: parseDecimal(row.supply),
    starts_at: timeOf(row.starts, saved?.starts_at),
    ends_at: timeOf(row.ends, saved?.ends_at),
  }
}

/** The saved stage of each row. */
export const savedStages = (plan: StagePlan) => new Map(plan.stages.map((one) => [one.id, one]))

/** The request for a form without errors. */
export function toPlanUpdate(form: StagesForm, base: StagePlan): StagePlanUpdate {
  const saved = savedStages(base)
  return {
    version: base.version,
    stages: form.stages.map((row) => {
      const { price_usd, ...values } = valuesOf(row, saved.get(row.id ?? ''))
      // A form without errors has a price.
      return { ...(row.id !== null && { id: row.id }), ...values, price_usd: price_usd ?? '' }
    }),
    soft_cap_usd: parseDecimal(form.soft_cap),
    hard_cap_usd: parseDecimal(form.hard_cap),
    count_bonuses: form.count_bonuses ? 1 : 0,
  }
}

/** A typed amount as it is shown once its field is left. */
export function settledAmount(text: string, places = 0): string {
  const decimal = parseDecimal(text)
  return decimal === null ? text.trim() : formatDecimal(decimal, places)
}

/** A typed time as it is shown once its field is left: with its year, in the device's zone. */
export function settledTime(text: string): string {
  const read = text.trim() === '' ? null : readTypedTime(text, deviceZone())
  return read && 'value' in read ? timeText(read.value) : text.trim()
}

/** A row with the texts of a left field as they are shown. A saved time keeps its own text. */
export function settledRow(row: StageRow, field: StageField): StageRow {
  const text = row[field]
  const settled =
    field === 'name'
      ? text.trim()
      : field === 'price' || field === 'supply'
        ? settledAmount(text)
        : settledTime(text)
  return settled === text ? row : { ...row, [field]: settled }
}

/** The name of a stage for headings and labels: "Stage 2", or its place without one. */
export const rowName = (row: StageRow, at: number): string => row.name.trim() || `stage ${at + 1}`

/** Whether an amount is missing or zero counts as none. */
export const isPositive = (decimal: string | null): decimal is string =>
  decimal !== null && !isZeroDecimal(decimal)
