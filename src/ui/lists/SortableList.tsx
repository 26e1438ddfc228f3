import { GripVertical } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ReactSortable, type ItemInterface, type Sortable } from 'react-sortablejs'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { css, styled } from '#src/ui/theme.ts'

/** Spec 9: a drag starts after a press of 250 ms or a move of 10 px, whichever comes first. */
const PRESS_MS = 250
const MOVE_PX = 10

const HANDLE = 'sort-handle'

const lifted = css`
  z-index: var(--z-dialog);
  background: var(--surface-2);
  border-radius: var(--r-lg);
  box-shadow:
    0 0 0 1px var(--line-hover),
    var(--e-3);
  opacity: 1;
  cursor: grabbing;
`
const gap = css`
  opacity: 0.24;
`

const Handle = styled('button')`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 36px;
  border-radius: var(--r-sm);
  color: var(--text-3);
  cursor: grab;
  touch-action: none;
  /* A long press drags: it neither selects the text around it nor opens a menu. */
  user-select: none;
  -webkit-touch-callout: none;
  &:hover {
    background: var(--surface-3);
    color: var(--text-1);
  }
  &[aria-disabled='true'] {
    color: var(--text-disabled);
    cursor: not-allowed;
    background: none;
  }
`

/**
 * react-sortablejs never destroys its Sortable: each mount leaks, and in development two instances
 * fight over one list.
 */
class SafeSortable<T extends ItemInterface> extends ReactSortable<T> {
  override componentWillUnmount(): void {
    // Its `sortable` getter is private in the types only; it is null before the first mount.
    const instance = this as unknown as { sortable: { destroy: () => void } | null }
    instance.sortable?.destroy()
  }
}

/** The list with one item moved; the same list when the item can't move there. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

const positionText = (name: string, index: number, count: number) =>
  `${name}, position ${index + 1} of ${count}`

/** Sortable mutates its list: it gets these entries, never the caller's items. */
type Entry = { id: string; chosen?: boolean; selected?: boolean }

/**
 * A list that users reorder by dragging (mouse: anywhere except on controls; touch: by the handle) or
 * with the arrow keys on a handle. `onReorder` runs once, when the item is dropped.
 */
export function SortableList<T>(props: {
  items: readonly T[]
  keyOf: (item: T) => string
  /** The item's name in the handle's label: "banner", "email". */
  nameOf: (item: T) => string
  onReorder: (items: readonly T[]) => void
  /** What surrounds the items, such as a table with its head row. */
  frame?: (items: ReactNode) => ReactNode
  /** Must render `handle` in the item. */
  renderItem: (item: T, handle: ReactNode, index: number) => ReactNode
  disabled?: boolean | undefined
}) {
  const { items, keyOf, nameOf, onReorder, frame = (list) => list } = props
  const isDisabled = props.disabled ?? false
  const root = useRef<HTMLDivElement>(null)
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const moved = useRef<{ key: string; to: number } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // The order during a drag; null follows the caller's.
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[] | null>(null)

  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const keys = [...byKey.keys()]
  const order = draft ?? keys
  const shown = order.flatMap((key) => {
    const item = byKey.get(key)
    return item === undefined ? [] : [{ key, item }]
  })

  useEffect(() => () => clearTimeout(press.current), [])
  // Waits until the caller's items have the new order: the moved element then loses the focus, and the
  // next key must move it on from its new position.
  useEffect(() => {
    const { key, to } = moved.current ?? {}
    const item = items[to ?? -1]
    if (to === undefined || item === undefined || keyOf(item) !== key) return
    moved.current = null
    root.current?.querySelectorAll<HTMLElement>(`.${HANDLE}`)[to]?.focus()
    setAnnouncement(`Moved ${positionText(nameOf(item), to, items.length)}`)
  }, [items, keyOf, nameOf])
  const move = (from: number, to: number) => {
    const item = items[from]
    const next = moveItem(items, from, to)
    if (item === undefined || next === items) return
    moved.current = { key: keyOf(item), to }
    onReorder(next)
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const back = event.key === 'ArrowUp' || event.key === 'ArrowLeft'
    const on = event.key === 'ArrowDown' || event.key === 'ArrowRight'
    if ((!back && !on) || isDisabled) return
    event.preventDefault()
    move(index, index + (on ? 1 : -1))
  }
  const finish = () => {
    const next = latest.current
    latest.current = null
    setDraft(null)
    if (!next || next.every((key, index) => key === keys[index])) return
    const reordered = next.flatMap((key) => byKey.get(key) ?? [])
    if (reordered.length === items.length) onReorder(reordered)
  }
  // Sortable's own delay works the other way round (a move of 10 px cancels it): require the distance,
  // and drop that requirement after a long press.
  const startPress = (sortable: Sortable | null) => {
    clearTimeout(press.current)
    press.current = setTimeout(() => sortable?.option('fallbackTolerance', 0), PRESS_MS)
  }
  const endPress = (sortable: Sortable | null) => {
    clearTimeout(press.current)
    sortable?.option('fallbackTolerance', MOVE_PX)
  }

  return (
    <div ref={root}>
      {frame(
        <SafeSortable<Entry>
          list={order.map((id) => ({ id }))}
          setList={(next) => {
            const nextKeys = next.map((entry) => entry.id)
            latest.current = nextKeys
            // Also called without a change: at mount and on every press.
            if (nextKeys.some((key, index) => key !== order[index])) setDraft(nextKeys)
          }}
          disabled={isDisabled}
          direction="vertical"
          animation={160}
          forceFallback
          fallbackOnBody
          fallbackTolerance={MOVE_PX}
          fallbackClass={lifted}
          ghostClass={gap}
          filter={(event: Event, target: Element) => isNotDraggable(event, target)}
          preventOnFilter={false}
          onChoose={(_event, sortable) => startPress(sortable)}
          onUnchoose={(_event, sortable) => endPress(sortable)}
          onEnd={finish}
        >
          {shown.map(({ key, item }, index) => (
            <div key={key}>
              {props.renderItem(
                item,
                <Handle
                  type="button"
                  className={HANDLE}
                  aria-label={`Move ${positionText(nameOf(item), index, items.length)}`}
                  {...(isDisabled ? { 'aria-disabled': true } : {})}
                  onKeyDown={(event) => onKeyDown(event, index)}
                >
                  <Icon of={GripVertical} />
                </Handle>,
                index,
              )}
            </div>
          ))}
        </SafeSortable>,
      )}
      <p className="sr" role="status">
        {announcement}
      </p>
    </div>
  )
}

/** Whether a press can't start a drag: on controls, and on touch anywhere but the handle, so that the page scrolls. */
function isNotDraggable(event: Event, fallbackTarget: Element): boolean {
  const target = event.target instanceof Element ? event.target : fallbackTarget
  if (target.closest(`.${HANDLE}`)) return false
  const isTouch =
    ('touches' in event && event.touches !== undefined) ||
    ('pointerType' in event && event.pointerType === 'touch')
  return isTouch || target.closest('button, a, input, textarea, [role=switch]') !== null
}
