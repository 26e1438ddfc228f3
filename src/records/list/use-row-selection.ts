import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** The selected rows of one list. */
interface RowSelection {
  /** The list that the rows belong to: another one has none of them. */
  list: string
  ids: ReadonlySet<string>
  /** The row that was pressed last, where a range begins. */
  anchor: string | null
}

export const noSelection = (list: string): RowSelection => ({ list, ids: new Set(), anchor: null })

/**
 * The selection after a row's checkbox is pressed. With Shift, all rows from the anchor to this one
 * become as this one becomes.
 * @param loaded the ids of the loaded rows, in their order
 */
export function pressRow(
  before: RowSelection,
  loaded: readonly string[],
  id: string,
  isRange: boolean,
): RowSelection {
  const isOn = !before.ids.has(id)
  const from = isRange && before.anchor !== null ? loaded.indexOf(before.anchor) : -1
  const to = loaded.indexOf(id)
  const pressed =
    from === -1 || to === -1 ? [id] : loaded.slice(Math.min(from, to), Math.max(from, to) + 1)
  const ids = new Set(before.ids)
  for (const each of pressed) {
    if (isOn) ids.add(each)
    else ids.delete(each)
  }
  return { ...before, ids, anchor: id }
}

/** All loaded rows, or none if all of them are selected. */
export function pressAll(before: RowSelection, loaded: readonly string[]): RowSelection {
  const isAll = loaded.every((id) => before.ids.has(id))
  return { list: before.list, ids: new Set(isAll ? [] : loaded), anchor: null }
}

/**
 * The selected rows of a list. They stay while more rows load; another list, by another search or
 * filter, begins without one.
 * @param list the key of the list
 */
export function useRowSelection<T>(list: string, rows: readonly T[], idOf: (row: T) => string) {
  const [state, setState] = useState(() => noSelection(list))
  // Not reset by an effect: no frame shows the rows of another list as selected.
  const selection = useMemo(() => (state.list === list ? state : noSelection(list)), [state, list])
  const { ids } = selection
  const selected = useMemo(() => rows.filter((row) => ids.has(idOf(row))), [rows, ids, idOf])

  const now = useRef({ selection, rows, idOf })
  useLayoutEffect(() => {
    now.current = { selection, rows, idOf }
  })
  // Stable: rows render again only when they are selected.
  const press = useCallback((id: string, isRange: boolean) => {
    const { selection: before, rows: loaded, idOf: keyOf } = now.current
    setState(pressRow(before, loaded.map(keyOf), id, isRange))
  }, [])
  return {
    ids,
    /** The selected rows among the loaded ones, in their order. */
    selected,
    press,
    pressAll: () => setState(pressAll(selection, rows.map(idOf))),
    clear: () => setState(noSelection(list)),
  }
}
