import { LoaderCircle } from 'lucide-react'
import {
  cloneElement,
  createContext,
  Fragment,
  isValidElement,
  memo,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import {
  WindowVirtualizer,
  type CacheSnapshot,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type WindowVirtualizerHandle,
} from 'virtua'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { useAfterPress } from '#src/ui/controls/use-after-press.ts'
import { styled } from '#src/ui/theme.ts'
import { KeepHeight } from './KeepHeight.tsx'
import { rowRecycler } from './row-recycler.ts'
import { useRowFocus } from './use-row-focus.ts'

/** Spec 9: the next page is fetched within this distance of the bottom. */
const TRIGGER_PX = 100
/** One page. Up to here all rows are rendered; their average height is the estimate for later rows. */
const PLAIN_COUNT = 20
/** Keeps a screen of rows and the app layout under 1,500 elements. */
const BUFFER_PX = 300

/** Renders when the rows change or scroll, but not for each request. */
// memo() drops the type parameter; the component itself is unchanged.
const Virtualizer = memo(WindowVirtualizer) as typeof WindowVirtualizer
/** The element of the enclosing list. */
const ListElement = createContext<RefObject<Element | null>>({ current: null })
/** True inside a table, where everything, including notes between the rows, must be a row. */
export const InTable = createContext(false)

type Snapshot = { cache: CacheSnapshot | undefined; offset: number; count: number }
/** Scroll positions of unmounted lists, by `snapshotKey`. */
const snapshots = new Map<string, Snapshot>()

const More = styled('div')`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 48px;
  border-top: 1px solid var(--line);
  color: var(--text-3);
  font: var(--t-small);
`

/**
 * A long list that scrolls with the window and loads more rows at its end. It is virtualized once it
 * has more than one page. With `snapshotKey` it restores its scroll position when it mounts again with
 * the same number of rows.
 */
export function InfiniteList<T extends object>(props: {
  items: readonly T[]
  keyOf: (item: T) => string
  /** Memoize it: a new function renders every row again. */
  renderItem: (item: T) => ReactNode
  /** Called when the bottom is near, `hasMore` is true and nothing is being fetched. */
  onEnd: () => void
  hasMore: boolean
  /** Set while new items are put before the others, which stay where they are on screen. */
  onInserted?: (() => void) | undefined
  isFetching: boolean
  /** The first page is being fetched. */
  isLoading: boolean
  placeholderCount: number
  renderPlaceholder: (index: number) => ReactNode
  /** Rendered when there are no rows. */
  empty: ReactNode
  /** Rendered after the rows, or instead of them; while set, `onEnd` isn't called. */
  error?: ReactNode
  snapshotKey?: string | undefined
}) {
  const { items, hasMore, isFetching, isLoading, onEnd, onInserted } = props
  const { snapshotKey, keyOf, renderItem } = props
  const handle = useRef<WindowVirtualizerHandle>(null)
  const plain = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [rowPx, setRowPx] = useState<number>()
  const [isNear, setNear] = useState(false)
  const [restored] = useState(() => {
    const found = snapshotKey === undefined ? undefined : snapshots.get(snapshotKey)
    return found && found.count === items.length ? found : undefined
  })
  const hasError = props.error !== undefined && props.error !== null

  useLayoutEffect(() => {
    if (restored) scrollTo(0, restored.offset)
  }, [restored])

  const count = items.length
  // Virtualizing remounts all rows; wait until a pressed button has received its click.
  const isVirtual = useAfterPress(count > PLAIN_COUNT)
  const [firstItem] = items
  const focus = useRowFocus(isVirtual, firstItem && keyOf(firstItem))
  // The estimated height of unrendered rows: without it, the page jumps when the list is virtualized.
  useLayoutEffect(() => {
    const height = averageHeight(plain.current)
    if (height !== undefined && count >= PLAIN_COUNT) setRowPx(height)
  }, [count])

  const left = useRef({ offset: 0, count, isVirtual })
  const noteInserted = useEffectEvent((added: number) => {
    if (added <= 0 || onInserted === undefined) return
    // The virtualizer keeps the position by itself, but not when it has just taken over.
    if (!left.current.isVirtual) scrollBy(0, added * (averageHeight(plain.current) ?? rowPx ?? 0))
    onInserted()
  })
  useLayoutEffect(() => {
    noteInserted(count - left.current.count)
    Object.assign(left.current, { count, isVirtual })
  }, [count, isVirtual])
  useLayoutEffect(() => {
    if (snapshotKey === undefined) return
    const list = handle
    const position = left.current
    // Recorded while scrolling: when the list unmounts, the next page is already rendered.
    const recordPosition = () => {
      position.offset = scrollY
    }
    recordPosition()
    addEventListener('scroll', recordPosition, { passive: true })
    return () => {
      removeEventListener('scroll', recordPosition)
      if (position.count > 0)
        snapshots.set(snapshotKey, { cache: list.current?.cache, ...position })
    }
  }, [snapshotKey])

  useEffect(() => {
    const sentinel = end.current
    if (!sentinel) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: `0px 0px ${TRIGGER_PX}px 0px` },
    )
    observer.observe(sentinel)
    return () => observer.disconnect()
  }, [])

  const isDue = isNear && hasMore && !isFetching && !isLoading && !hasError
  // Runs again after each page: a short page may leave the bottom near without a new observer event.
  // The observer reports a frame late, so the bottom is measured; otherwise each page would trigger
  // the next.
  useEffect(() => {
    if (!isDue) return
    const requestMore = () => {
      const bottom = end.current?.getBoundingClientRect().top ?? 0
      if (bottom > innerHeight + TRIGGER_PX) return
      removeEventListener('scroll', requestMore)
      onEnd()
    }
    // After a scroll over a whole page between two observations the observer sees no change and
    // reports nothing, so scroll events trigger it, too.
    addEventListener('scroll', requestMore, { passive: true })
    requestMore()
    return () => removeEventListener('scroll', requestMore)
    // oxlint-disable-next-line react/exhaustive-deps -- a new onEnd alone doesn't fetch
  }, [isDue, count])

  const isInTable = useContext(InTable)
  // The list renders on every scroll and every page; a row with the same element doesn't.
  const renderRow = useMemo(() => {
    const elements = new WeakMap<T, ReactElement>()
    return (item: T) => {
      const cached = elements.get(item)
      if (cached) return cached
      const row = <Fragment key={keyOf(item)}>{renderItem(item)}</Fragment>
      elements.set(item, row)
      return row
    }
  }, [keyOf, renderItem])
  return (
    <div
      ref={focus.list}
      {...focus.handlers}
      // With scroll anchoring the browser would stay at the bottom, where every page triggers the next.
      // No focus ring: the list holds the focus for a row that isn't rendered.
      style={{ overflowAnchor: 'none', boxShadow: 'none' }}
      {...(isInTable ? {} : { 'aria-busy': isLoading || isFetching })}
    >
      {isLoading && count === 0 && (
        <div aria-hidden>
          {Array.from({ length: props.placeholderCount }, (_unused, index) => (
            <div key={index}>{props.renderPlaceholder(index)}</div>
          ))}
        </div>
      )}
      <KeepHeight content={isVirtual ? 'virtual' : 'plain'}>
        {isVirtual ? (
          <ListElement value={focus.list}>
            <Virtualizer
              ref={handle}
              data={items}
              bufferSize={BUFFER_PX}
              shift={onInserted !== undefined}
              as={Rows}
              item={RowSlot}
              {...(rowPx === undefined ? {} : { itemSize: rowPx })}
              {...(restored?.cache ? { cache: restored.cache } : {})}
            >
              {/* A function: only visible rows get elements. */}
              {renderRow}
            </Virtualizer>
          </ListElement>
        ) : (
          <div ref={plain} style={{ display: 'flow-root' }}>
            {items.map((item, index) => (
              <div key={keyOf(item)} data-row={index}>
                {renderRow(item)}
              </div>
            ))}
          </div>
        )}
      </KeepHeight>
      {count === 0 && !isLoading && !hasError && <Aside>{props.empty}</Aside>}
      {count > 0 && isFetching && !isLoading && hasMore && (
        <Aside>
          <More role="status">
            <Icon of={LoaderCircle} className="spin" />
            Loading more
          </More>
        </Aside>
      )}
      {hasError && <Aside>{props.error}</Aside>}
      <div ref={end} aria-hidden style={{ height: 1, marginTop: -1 }} />
    </div>
  )
}

/** The average height of the rows in px; undefined while nothing is laid out. */
function averageHeight(rows: HTMLElement | null): number | undefined {
  return rows && rows.offsetHeight > 0 ? rows.offsetHeight / rows.children.length : undefined
}

/**
 * The container of the rows. Virtua disables its pointer events while scrolling, but not during a press.
 * While it scrolls, rows are recycled, unless someone uses one.
 */
function Rows({ style, children, ref }: CustomContainerComponentProps) {
  const pointerEvents = useAfterPress(style.pointerEvents)
  const list = useContext(ListElement)
  const [recycle] = useState(rowRecycler)
  const isScrolling = pointerEvents === 'none'
  // Virtua passes an array of its wrappers, one for each row.
  const rows = recycle(children as ReactElement[], isScrolling && !isInUse(list.current))
  return (
    <div ref={ref} style={{ ...style, pointerEvents }}>
      {rows}
    </div>
  )
}

/** Whether a row may have the focus, or text may be selected: its elements must stay its own. */
function isInUse(list: Element | null): boolean {
  const hasFocus = list?.contains(document.activeElement) ?? false
  return hasFocus || getSelection()?.isCollapsed === false
}

/**
 * The wrapper of a row. Virtua hides a new row until it is measured, which styles and paints it twice
 * in one frame. The estimated height is close enough, and the row is measured before it is painted.
 * Contained, so that a row is laid out and painted without the others.
 */
function RowSlot({ style, index, children, ref }: CustomItemComponentProps) {
  return (
    <div ref={ref} data-row={index} style={{ ...style, contain: 'content', visibility: undefined }}>
      {/* Without its key: the elements of a row may show another one. */}
      {isValidElement(children) ? cloneElement(children, { key: null }) : children}
    </div>
  )
}

/** A note between the rows; inside a table it must be a row itself. */
function Aside({ children }: { children: ReactNode }) {
  if (!useContext(InTable)) return children
  return (
    <div role="row">
      <div role="cell">{children}</div>
    </div>
  )
}
