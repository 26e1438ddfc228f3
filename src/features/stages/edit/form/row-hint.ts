import { formatCount } from '#src/domain/money/money.ts'
import { mask } from '#src/domain/text/mask.ts'
import { stageKey, type Stage } from '#src/wire/stages.ts'
import { removedNames } from './stage-changes.ts'
import type { StageRow } from './stages-form.ts'

/**
 * What a changed name, or one that is removed, means for the purchases that carry it; undefined if
 * nothing of that kind is changed.
 * @param rows all of the plan
 * @param sold the purchases of the saved stage
 */
export function rowHint(
  row: StageRow,
  rows: readonly StageRow[],
  saved: Stage | undefined,
  sold: number,
  isMasked: boolean,
): string | undefined {
  if (saved === undefined || sold === 0) return undefined
  const hints: string[] = []
  const isRenamed = row.name.trim() !== '' && stageKey(row.name) !== stageKey(saved.name)
  // Where another stage takes the old name, the purchases go with the name.
  if (isRenamed && !rows.some(({ name }) => stageKey(name) === stageKey(saved.name)))
    hints.push(
      sold === 1
        ? `One purchase carries the name ${saved.name}. It stays with this stage: the old name is kept as “also named”.`
        : `${isMasked ? mask('count') : formatCount(sold)} purchases carry the name ${saved.name}. They stay with this stage: the old name is kept as “also named”.`,
    )
  const removed = removedNames(row, saved).filter((name) => stageKey(name) !== stageKey(row.name))
  if (removed.length > 0)
    hints.push(`Purchases that carry the name ${removed.join(' or ')} leave this stage.`)
  return hints.length === 0 ? undefined : hints.join(' ')
}
