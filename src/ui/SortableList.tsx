import { GripVertical } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Sortable } from 'react-sortablejs'
import { Icon } from './Icon.tsx'
import { moved } from './moved-order.ts'
import { ReleasedSortable } from './lazy-sortable.ts'
import { css, styled } from './theme.ts'

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

/** Sortable writes into what it is given: it gets these, never the caller's items. */
type Entry = { id: string; chosen?: boolean; selected?: boolean }

/**
 * A list put in order by dragging (mouse: anywhere but on controls; touch: by the handle) or by the
 * arrow keys on a handle. The caller gets the new order once, when the item has been let go.
 */
export function SortableList<T>(props: {
  items: readonly T[]
  keyOf: (item: T) => string
  /** What the handle calls the item: "banner", "email". */
  nameOf: (item: T) => string
  onReorder: (items: readonly T[]) => void
  /** `handle` must be shown in the item. */
  renderItem: (item: T, handle: ReactNode, index: number) => ReactNode
  disabled?: boolean | undefined
}) {
  const { items, keyOf, nameOf, onReorder } = props
  const isDisabled = props.disabled ?? false
  const root = useRef<HTMLDivElement>(null)
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const focusKey = useRef<string | null>(null)
  const [said, setSaid] = useState('')
  // The order while an item is being dragged; null follows the caller's.
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
  // A moved element has lost the focus on its way.
  useEffect(() => {
    const key = focusKey.current
    focusKey.current = null
    if (key === null) return
    const place = keys.indexOf(key)
    root.current?.querySelectorAll<HTMLElement>(`.${HANDLE}`)[place]?.focus()
  })

  const positionText = (name: string, index: number) =>
    `${name}, position ${index + 1} of ${items.length}`
  const place = (from: number, to: number) => {
    const item = items[from]
    const next = moved(items, from, to)
    if (item === undefined || next === items) return
    focusKey.current = keyOf(item)
    setSaid(`Moved ${positionText(nameOf(item), to)}`)
    onReorder(next)
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const back = event.key === 'ArrowUp' || event.key === 'ArrowLeft'
    const on = event.key === 'ArrowDown' || event.key === 'ArrowRight'
    if ((!back && !on) || isDisabled) return
    event.preventDefault()
    place(index, index + (on ? 1 : -1))
  }
  const finish = () => {
    const next = latest.current
    latest.current = null
    setDraft(null)
    if (!next || next.every((key, index) => key === keys[index])) return
    const reordered = next.flatMap((key) => byKey.get(key) ?? [])
    if (reordered.length === items.length) onReorder(reordered)
  }
  // Sortable's own delay means the opposite (10 px cancels it): hold back by distance, and let a
  // long enough press take the distance away.
  const holdBack = (sortable: Sortable | null) => {
    clearTimeout(press.current)
    press.current = setTimeout(() => sortable?.option('fallbackTolerance', 0), PRESS_MS)
  }
  const release = (sortable: Sortable | null) => {
    clearTimeout(press.current)
    sortable?.option('fallbackTolerance', MOVE_PX)
  }

  return (
    <div ref={root}>
      <ReleasedSortable<Entry>
        list={order.map((id) => ({ id }))}
        setList={(next) => {
          const nextKeys = next.map((entry) => entry.id)
          latest.current = nextKeys
          // Also called at mount and at every press, with nothing changed.
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
        filter={(event: Event, target: Element) => isNotForDragging(event, target)}
        preventOnFilter={false}
        onChoose={(_event, sortable) => holdBack(sortable)}
        onUnchoose={(_event, sortable) => release(sortable)}
        onEnd={finish}
      >
        {shown.map(({ key, item }, index) => (
          <div key={key}>
            {props.renderItem(
              item,
              <Handle
                type="button"
                className={HANDLE}
                aria-label={`Move ${positionText(nameOf(item), index)}`}
                {...(isDisabled ? { 'aria-disabled': true } : {})}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <Icon of={GripVertical} />
              </Handle>,
              index,
            )}
          </div>
        ))}
      </ReleasedSortable>
      <p className="sr" role="status">
        {said}
      </p>
    </div>
  )
}

/** Where no drag begins: controls other than the handle, and on touch all but the handle, as the page must scroll. */
function isNotForDragging(event: Event, fallbackTarget: Element): boolean {
  const target = event.target instanceof Element ? event.target : fallbackTarget
  if (target.closest(`.${HANDLE}`)) return false
  const isTouch =
    ('touches' in event && event.touches !== undefined) ||
    ('pointerType' in event && event.pointerType === 'touch')
  return isTouch || target.closest('button, a, input, textarea, [role=switch]') !== null
}
