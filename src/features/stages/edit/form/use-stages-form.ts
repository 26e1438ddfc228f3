import { useCallback, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { filters } from '#src/state/filters.ts'
import type { StagePlan } from '#src/wire/stages.ts'
import { useDraftForm } from '#src/writes/use-draft-form.ts'
import { planChanges } from './stage-changes.ts'
import { planErrors, type StageError } from './stage-errors.ts'
import {
  settledAmount,
  settledRow,
  STAGE_FIELDS,
  stageDrafts,
  type StageField,
  type StageRow,
  type StagesForm,
} from './stages-form.ts'

export type StagesFormState = ReturnType<typeof useStagesForm>

/** An error that the server found, at its field. */
export interface Refusal {
  /** A row's key and field, or a cap. */
  at: string
  text: string
}

const NONE: readonly StageError[] = []
const placeOf = (key: string, field: StageField) => `${key} ${field}`

/**
 * The form of a project's plan: `base` as it is typed over. The draft keeps `base`, so that a plan that
 * somebody else saves meanwhile is noticed.
 * @param initial what it begins with, which is no draft yet
 */
export function useStagesForm(projectId: string, base: StagePlan, initial: StagesForm) {
  const { asOf } = useSnapshot(filters)
  const draft = useDraftForm<StagesForm, { base: StagePlan }>({
    initial,
    drafts: stageDrafts,
    draftId: projectId,
    extra: { base },
  })
  // All fields have a value from the start.
  const values = draft.values as StagesForm
  const { form } = draft
  const { getValues, setValue } = form
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const now = useMemo(() => new Date(asOf), [asOf])
  const errors = planErrors(values, base, now)
  const changes = planChanges(values, base)

  const setRows = useCallback(
    (change: (rows: readonly StageRow[]) => readonly StageRow[]) => {
      setValue('stages', change(getValues('stages')))
      setRefusal(null)
    },
    [getValues, setValue],
  )
  const edit = useCallback(
    (key: string, field: StageField, text: string) =>
      setRows((rows) => rows.map((row) => (row.key === key ? { ...row, [field]: text } : row))),
    [setRows],
  )
  const renameOthers = useCallback(
    (key: string, also: readonly string[]) =>
      setRows((rows) => rows.map((row) => (row.key === key ? { ...row, also } : row))),
    [setRows],
  )
  const leave = useCallback(
    (key: string, field: StageField) => {
      const rows = getValues('stages')
      const next = rows.map((row) => (row.key === key ? settledRow(row, field) : row))
      if (next.some((row, at) => row !== rows[at])) setValue('stages', next)
      setLeft((before) => new Set(before).add(placeOf(key, field)))
    },
    [getValues, setValue],
  )
  /** Shows the errors of these rows at once: they were not typed field by field. */
  const showErrorsOf = useCallback((rows: readonly StageRow[]) => {
    const places = rows.flatMap(({ key }) => STAGE_FIELDS.map((field) => placeOf(key, field)))
    setLeft((before) => new Set([...before, ...places]))
  }, [])
  const isShown = (key: string, { field, other }: StageError) =>
    isTried ||
    left.has(placeOf(key, field)) ||
    // Either stage of a collision may be the one that was typed.
    (other !== undefined &&
      STAGE_FIELDS.some((each) => left.has(placeOf(other, each)) || left.has(placeOf(key, each))))

  const capProps = (name: 'soft_cap' | 'hard_cap') => ({
    error:
      refusal?.at === name ? refusal.text : isTried || left.has(name) ? errors[name] : undefined,
    isEdited: changes[name],
    value: values[name],
    onChange: (text: string) => {
      setValue(name, text)
      setRefusal(null)
    },
    onLeave: () => {
      setValue(name, settledAmount(getValues(name), 2))
      setLeft((before) => new Set(before).add(name))
    },
  })

  return {
    values,
    changes,
    /** The errors that are shown of a row. */
    errorsOf: (key: string): readonly StageError[] => {
      const shown = (errors.rows.get(key) ?? NONE).filter((error) => isShown(key, error))
      const refused = STAGE_FIELDS.find((field) => refusal?.at === placeOf(key, field))
      return refused && refusal ? [...shown, { field: refused, text: refusal.text }] : shown
    },
    planError: errors.plan,
    capProps,
    isValid:
      errors.rows.size === 0 &&
      [errors.soft_cap, errors.hard_cap, errors.plan].every((error) => error === undefined),
    edit,
    renameOthers,
    leave,
    setRows,
    showErrorsOf,
    setBonuses: (isOn: boolean) => setValue('count_bonuses', isOn),
    showAllErrors: () => setTried(true),
    refuse: setRefusal,
    dropDraft: draft.dropDraft,
    now,
  }
}
