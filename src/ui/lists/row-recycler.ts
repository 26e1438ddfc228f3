import { cloneElement, type ReactElement } from 'react'

interface Slot {
  key: number
  row: ReactElement
}

/**
 * Lets the elements of rows that scroll out of view show the rows that scroll in, because an element
 * with new text costs a browser a fraction of a new one. Call the returned function on each render
 * with the rows in view, in order and with unique keys; it returns them with the keys of their elements.
 *
 * While `canRecycle` is true, elements stay where they are in the document, so their order differs from
 * the order of the rows, and a row out of view stays until its element is needed. The next render
 * without it restores the order.
 */
export function rowRecycler() {
  let slots: readonly Slot[] = []
  let count = 0
  return (rows: readonly ReactElement[], canRecycle: boolean): readonly ReactElement[] => {
    const known = new Map(slots.map((slot) => [slot.row.key, slot]))
    const place = (row: ReactElement, slot: Slot | undefined): Slot => {
      const key = slot?.key ?? (count += 1)
      return { key, row }
    }
    if (canRecycle) {
      const inView = new Map(rows.map((row) => [row.key, row]))
      const entering = rows.filter((row) => !known.has(row.key)).values()
      const kept = slots.map((slot) => {
        const row = inView.get(slot.row.key) ?? entering.next().value
        return row === undefined ? slot : place(row, slot)
      })
      slots = [...kept, ...Array.from(entering, (row) => place(row, undefined))]
    } else {
      slots = rows.map((row) => place(row, known.get(row.key)))
    }
    return slots.map(({ key, row }) => cloneElement(row, { key }))
  }
}
