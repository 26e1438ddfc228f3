import type { PastedStage } from '#src/domain/sale/pasted-stages.ts'
import { findPlanErrors, stageKey, type StagePlan } from '#src/wire/stages.ts'
import { newRow, stageTexts, type StageRow } from './stages-form.ts'

/** A row as it was read, or the texts of another project's stage. */
type Incoming = Pick<StageRow, 'name'> & Partial<StageRow>

/**
 * The rows that replace those there. One with the name of a stage there is that stage, so that its
 * purchases stay with it.
 */
export function replacedRows(
  rows: readonly StageRow[],
  incoming: readonly Incoming[],
): readonly StageRow[] {
  const free = [...rows]
  return incoming.map(({ name, price, supply, starts, ends }) => {
    const at = free.findIndex((row) => stageKey(row.name) === stageKey(name))
    const [before] = at === -1 ? [] : free.splice(at, 1)
    const texts = { name, price: price ?? '', supply: supply ?? '' }
    return before === undefined
      ? newRow({ ...texts, starts: starts ?? '', ends: ends ?? '' })
      : { ...before, ...texts, starts: starts ?? before.starts, ends: ends ?? before.ends }
  })
}

/** The rows of a pasted table, with why each is refused, also for what is wrong between them. */
export function checkedRows(rows: readonly PastedStage[]): PastedStage[] {
  const errors = new Map<number, string>()
  const found = findPlanErrors(
    rows.map(({ name, starts, ends }) => ({ name, starts_at: starts, ends_at: ends })),
  )
  for (const { path, message, other } of found) {
    const at = Number(path[0])
    const isName = path[1] === 'name'
    const text = isName
      ? 'The name is there twice'
      : other === undefined
        ? 'Ends before it starts'
        : message
    if (!errors.has(at)) errors.set(at, text)
  }
  return rows.map((row, at) =>
    row.error === null ? { ...row, error: errors.get(at) ?? null } : row,
  )
}

/** The texts of a pasted row. */
export const pastedTexts = ({ name, price, supply, starts, ends }: PastedStage) =>
  stageTexts({ name, price_usd: price ?? '', supply, starts_at: starts, ends_at: ends })

/** What is copied of another project's plan: no times, which are of that sale. */
export const copiedRows = (plan: StagePlan): Incoming[] =>
  plan.stages.map((stage) => {
    const { name, price, supply } = stageTexts(stage)
    return { name, price, supply }
  })
