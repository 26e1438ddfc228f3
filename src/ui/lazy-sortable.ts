import { ReactSortable, type ItemInterface } from 'react-sortablejs'

/**
 * react-sortablejs as it should be: it never destroys its Sortable, so each mount leaks, and in
 * development two of them fight over one list and nothing moves.
 */
export class ReleasedSortable<T extends ItemInterface> extends ReactSortable<T> {
  override componentWillUnmount(): void {
    // Its `sortable` getter is private in the types only; it is null before the first mount.
    const held = this as unknown as { sortable: { destroy: () => void } | null }
    held.sortable?.destroy()
  }
}
