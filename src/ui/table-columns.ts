import { useMemo, useSyncExternalStore } from 'react'

export type TableColumn = {
  key: string
  label: string
  /** A CSS grid track: 'minmax(0, 1fr)', '120px'. */
  track: string
  /** Figures stand at the end. */
  align?: 'end' | undefined
  /** Room in px after the label for the units that follow the figures beneath. */
  endSlot?: number | undefined
  /** Room in px before the label, where the column's values are set in. */
  startSlot?: number | undefined
  /** The window width in px under which the column is left out (tablets). */
  hideBelow?: number | undefined
  isLabelHidden?: boolean | undefined
}

/** The columns that the window has room for now. */
export function useVisibleColumns(columns: readonly TableColumn[]): readonly TableColumn[] {
  const hidden = useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed)
      return () => removeEventListener('resize', changed)
    },
    // Only which columns are hidden matters: a steady answer renders nothing while resizing.
    () => columns.filter((column) => innerWidth < (column.hideBelow ?? 0)).length,
  )
  return useMemo(
    () =>
      hidden === 0 ? columns : columns.filter((column) => innerWidth >= (column.hideBelow ?? 0)),
    [columns, hidden],
  )
}
