import { addDecimals } from '#src/domain/money/decimals.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { stageKey, type Stage, type StagePlan } from '#src/wire/stages.ts'
import {
  FIELD_LABELS,
  isPositive,
  savedStages,
  STAGE_FIELDS,
  toStagesForm,
  valuesOf,
  type StageField,
  type StageRow,
  type StagesForm,
} from './stages-form.ts'

const VALUES = {
  name: 'name',
  price: 'price_usd',
  supply: 'supply',
  starts: 'starts_at',
  ends: 'ends_at',
} as const satisfies Record<StageField, keyof Stage>

/** The fields of a row that differ from its saved stage; of a new one its name. Other names count as its name. */
export function editedFields(row: StageRow, saved: Stage | undefined): readonly StageField[] {
  if (saved === undefined) return ['name']
  const values = valuesOf(row, saved)
  return STAGE_FIELDS.filter((field) => {
    const value = values[VALUES[field]]
    if (field === 'name' && removedNames(row, saved).length > 0) return true
    // What can't be read is a change, too.
    return value === null
      ? row[field].trim() !== '' || saved[VALUES[field]] !== null
      : value !== saved[VALUES[field]]
  })
}

/** The other names that a row has no more: their purchases leave the stage. */
export const removedNames = (row: StageRow, saved: Pick<StageRow, 'also'>) =>
  saved.also.filter((name) => !row.also.includes(name))

/** Whether the rows stand in another order than those that are saved. */
function isMoved(rows: readonly StageRow[], base: StagePlan): boolean {
  const kept = rows.flatMap(({ id }) => id ?? [])
  const before = base.stages.map(({ id }) => id).filter((id) => kept.includes(id))
  return kept.some((id, at) => id !== before[at])
}

export interface PlanChanges {
  /** What Save would change: each field, each new and removed stage, and the order once. */
  count: number
  /** By the row's key. */
  rows: ReadonlyMap<string, readonly StageField[]>
  soft_cap: boolean
  hard_cap: boolean
  count_bonuses: boolean
}

/** How a form differs from the plan that it changes. */
export function planChanges(form: StagesForm, base: StagePlan): PlanChanges {
  const saved = savedStages(base)
  const before = toStagesForm(base)
  const rows = new Map(
    form.stages.map((row) => [row.key, editedFields(row, saved.get(row.id ?? ''))]),
  )
  const removed = base.stages.filter(({ id }) => !form.stages.some((row) => row.id === id)).length
  const caps = {
    soft_cap: amountOf(form.soft_cap) !== amountOf(before.soft_cap),
    hard_cap: amountOf(form.hard_cap) !== amountOf(before.hard_cap),
    count_bonuses: form.count_bonuses !== before.count_bonuses,
  }
  const fields = [...rows.values()].reduce((sum, { length }) => sum + length, 0)
  const others = [isMoved(form.stages, base), ...Object.values(caps)].filter(Boolean).length
  return { count: fields + removed + others, rows, ...caps }
}

/** A typed amount for comparison: without grouping and zeros at the end. */
const amountOf = (text: string) =>
  text
    .trim()
    .replaceAll(',', '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/** A difference between two plans. `yours` is what the form has. */
export interface PlanDifference {
  /** "Stage 5: Price" */
  what: string
  before: string
  theirs: string
  yours: string
  /** Whether the form changes it, too, which then stays. */
  isBoth: boolean
}

/** What somebody else has changed in the plan since `base`, beside what the form has. */
export function planDifferences(
  form: StagesForm,
  base: StagePlan,
  theirs: StagePlan,
): PlanDifference[] {
  const [before, after] = [toStagesForm(base), toStagesForm(theirs)]
  const rowOf = (rows: readonly StageRow[], id: string | null) => rows.find((one) => one.id === id)
  const found: PlanDifference[] = []
  const add = (what: string, was: string, is: string, yours: string) => {
    if (was !== is) found.push({ what, before: was, theirs: is, yours, isBoth: yours !== was })
  }
  for (const was of before.stages) {
    const is = rowOf(after.stages, was.id)
    const yours = rowOf(form.stages, was.id)
    if (is === undefined)
      add(was.name, 'Planned', 'Removed', yours === undefined ? 'Removed' : 'Planned')
    else {
      for (const field of STAGE_FIELDS)
        add(
          `${was.name}: ${FIELD_LABELS[field]}`,
          was[field],
          is[field],
          yours?.[field] ?? 'Removed',
        )
      add(
        `${was.name}: Also named`,
        was.also.join(', '),
        is.also.join(', '),
        (yours ?? was).also.join(', '),
      )
    }
  }
  for (const is of after.stages) if (!rowOf(before.stages, is.id)) add(is.name, '', summary(is), '')
  const order = (rows: readonly StageRow[]) => rows.map(({ name }) => name).join(', ')
  const kept = ({ stages }: StagesForm) =>
    stages.filter(({ id }) => rowOf(before.stages, id) && rowOf(after.stages, id))
  const ids = (rows: readonly StageRow[]) => rows.map(({ id }) => id).join(' ')
  if (ids(kept(before)) !== ids(kept(after)))
    add('Order', order(kept(before)), order(kept(after)), order(kept(form)))
  add('Soft cap', before.soft_cap, after.soft_cap, form.soft_cap)
  add('Hard cap', before.hard_cap, after.hard_cap, form.hard_cap)
  const onOff = (isOn: boolean) => (isOn ? 'On' : 'Off')
  add(
    'Bonuses count',
    onOff(before.count_bonuses),
    onOff(after.count_bonuses),
    onOff(form.count_bonuses),
  )
  return found
}

const summary = ({ price, supply }: StageRow) => [`$${price}`, supply].filter(Boolean).join(', ')

/**
 * The form on top of a newer plan: what was typed stays, everything else is as the newer plan has it.
 * A stage that they removed and the form changes becomes a new one.
 */
export function rebaseForm(form: StagesForm, base: StagePlan, theirs: StagePlan): StagesForm {
  const [before, after] = [toStagesForm(base), toStagesForm(theirs)]
  const [wasById, isById] = [before, after].map(
    ({ stages }) => new Map(stages.map((row) => [row.id, row])),
  )
  const merged = form.stages.flatMap((row): StageRow[] => {
    const was = wasById?.get(row.id)
    if (row.id === null || was === undefined) return [row]
    const is = isById?.get(row.id)
    const typed = STAGE_FIELDS.filter((field) => row[field] !== was[field])
    if (is === undefined)
      return typed.length > 0 ? [{ ...row, key: `again ${row.key}`, id: null, also: [] }] : []
    const removed = removedNames(row, was)
    const also = is.also.filter((name) => !removed.includes(name))
    return [{ ...is, also, ...Object.fromEntries(typed.map((field) => [field, row[field]])) }]
  })
  const names = new Set(merged.map(({ name }) => stageKey(name)))
  const added = after.stages.filter(
    ({ id, name }) => wasById?.get(id) === undefined && !names.has(stageKey(name)),
  )
  const stages = isMoved(form.stages, base) ? merged : inOrderOf(merged, theirs)
  const typed = <Field extends 'soft_cap' | 'hard_cap' | 'count_bonuses'>(field: Field) =>
    form[field] === before[field] ? after[field] : form[field]
  return {
    stages: [...stages, ...added],
    soft_cap: typed('soft_cap'),
    hard_cap: typed('hard_cap'),
    count_bonuses: typed('count_bonuses'),
  }
}

/** The rows with those of a plan in its order; the others stay where they are. */
function inOrderOf(rows: readonly StageRow[], plan: StagePlan): StageRow[] {
  const ids = plan.stages.map(({ id }) => id)
  const ordered = rows
    .filter(({ id }) => id !== null)
    .toSorted((a, b) => ids.indexOf(a.id ?? '') - ids.indexOf(b.id ?? ''))
  return rows.map((row) => (row.id === null ? row : (ordered.shift() ?? row)))
}

/**
 * What all stages come to: "352,000,000" tokens, and the USD for them, exact; null while a stage has no
 * supply or price that can be read, or there is none.
 */
export function planTotals(stages: readonly StageRow[]): { tokens: string; usd: string } | null {
  const parts = stages.map((row) => {
    const { price_usd, supply } = valuesOf(row, undefined)
    return isPositive(price_usd) && isPositive(supply) ? { price_usd, supply } : null
  })
  const read = parts.filter((part) => part !== null)
  if (read.length === 0) return null
  return {
    tokens: formatDecimal(addDecimals(...read.map(({ supply }) => supply)), 0),
    usd: formatDecimal(
      addDecimals(...read.map(({ price_usd, supply }) => multiply(price_usd, supply))),
      2,
    ),
  }
}

/** The exact product of two decimals. */
function multiply(a: string, b: string): string {
  const scale = (text: string) => text.split('.')[1]?.length ?? 0
  const places = scale(a) + scale(b)
  const digits = String(BigInt(a.replace('.', '')) * BigInt(b.replace('.', ''))).padStart(
    places + 1,
    '0',
  )
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
