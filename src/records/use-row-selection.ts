import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { noSelection, pressAll, pressRow } from './row-selection.ts'

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
