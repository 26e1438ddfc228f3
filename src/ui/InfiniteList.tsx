import { LoaderCircle } from 'lucide-react'
import {
  createContext,
  Fragment,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react'
import {
  WindowVirtualizer,
  type CacheSnapshot,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type WindowVirtualizerHandle,
} from 'virtua'
import { Icon } from './Icon.tsx'
import { KeepHeight } from './KeepHeight.tsx'
import { styled } from './theme.ts'
import { useAfterPress } from './use-after-press.ts'
import { useRowFocus } from './use-row-focus.ts'

/** Spec 9: the next page is fetched within this distance of the bottom. */
const TRIGGER_PX = 100
/** One page: up to here every row is in the page; their height is what further ones are taken for. */
const PLAIN_COUNT = 20
/** With this, a screen of rows and the frame around it stay under 1,500 elements. */
const BUFFER_PX = 300

/** True inside a table: everything in it, also the notes beside the rows, must be a row. */
export const InTable = createContext(false)

type Snapshot = { cache: CacheSnapshot | undefined; offset: number; count: number }
/** Where each list was left, by key, for as long as the app is open. */
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
 * A long list that scrolls with the window and grows at its end. Rows far from the screen are not
 * in the page once there is more than one page of them. With `snapshotKey` it comes back where it was
 * left, if it still has the rows.
 */
export function InfiniteList<T extends object>(props: {
  items: readonly T[]
  keyOf: (item: T) => string
  /** Another function draws every row anew. */
  renderItem: (item: T) => ReactNode
  /** Asked for once whenever the bottom is near, more is there and nothing is being fetched. */
  onEnd: () => void
  hasMore: boolean
  isFetching: boolean
  /** The first page is on its way. */
  isLoading: boolean
  placeholderCount: number
  renderPlaceholder: (index: number) => ReactNode
  /** Stands in place of the rows when there are none. */
  empty: ReactNode
  /** Stands after the rows, or in their place; nothing more is fetched while it is there. */
  error?: ReactNode
  snapshotKey?: string | undefined
}) {
  const { items, hasMore, isFetching, isLoading, onEnd, snapshotKey, keyOf, renderItem } = props
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
  // Turning virtual remounts all rows. A button that is pressed stays until it has had its click.
  const isVirtual = useAfterPress(count > PLAIN_COUNT)
  const [firstItem] = items
  const focus = useRowFocus(isVirtual, firstItem && keyOf(firstItem))
  // Rows that are not in the page must be guessed as high as the others are, or the page jumps
  // when the list turns virtual.
  useLayoutEffect(() => {
    const height = plain.current?.offsetHeight ?? 0
    if (height > 0 && count >= PLAIN_COUNT) setRowPx(height / count)
  }, [count])

  const left = useRef({ offset: 0, count })
  useLayoutEffect(() => {
    left.current.count = count
  }, [count])
  useLayoutEffect(() => {
    if (snapshotKey === undefined) return
    const list = handle
    const place = left.current
    // Read while scrolling: by the time the list unmounts, the page has been swapped already.
    const remember = () => {
      place.offset = scrollY
    }
    remember()
    addEventListener('scroll', remember, { passive: true })
    return () => {
      removeEventListener('scroll', remember)
      if (place.count > 0) snapshots.set(snapshotKey, { cache: list.current?.cache, ...place })
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
  // Asked again after each page: a short page may leave the bottom near without any new event. The
  // observer speaks a frame later, so the bottom is measured: else each page would ask for the next.
  useEffect(() => {
    if (!isDue) return
    const ask = () => {
      const bottom = end.current?.getBoundingClientRect().top ?? 0
      if (bottom > innerHeight + TRIGGER_PX) return
      removeEventListener('scroll', ask)
      onEnd()
    }
    // Whoever scrolls over a whole page between two of the observer's looks never left the bottom
    // in its eyes: it says nothing more, so scrolling itself asks.
    addEventListener('scroll', ask, { passive: true })
    ask()
    return () => removeEventListener('scroll', ask)
    // oxlint-disable-next-line react/exhaustive-deps -- a new onEnd is no reason to fetch again
  }, [isDue, count])

  const isInTable = useContext(InTable)
  // The list renders with every scroll and every page; a row whose element is the same does not.
  const renderRow = useMemo(() => {
    const made = new WeakMap<T, ReactElement>()
    return (item: T) => {
      const known = made.get(item)
      if (known) return known
      const row = <Fragment key={keyOf(item)}>{renderItem(item)}</Fragment>
      made.set(item, row)
      return row
    }
  }, [keyOf, renderItem])
  return (
    <div
      ref={focus.list}
      {...focus.handlers}
      // The browser would hold on to what stands after the rows, and so stay at the bottom, where
      // every page asks for the next. No ring: it only holds the focus of a row that is out of sight.
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
          <WindowVirtualizer
            ref={handle}
            data={items}
            bufferSize={BUFFER_PX}
            as={Rows}
            item={Place}
            {...(rowPx === undefined ? {} : { itemSize: rowPx })}
            {...(restored?.cache ? { cache: restored.cache } : {})}
          >
            {/* A function: elements are made for what is on screen, not for ten thousand rows. */}
            {renderRow}
          </WindowVirtualizer>
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

/** The container of the rows. While scrolling, virtua turns its pointer events off; not during a press. */
function Rows({ style, children, ref }: CustomContainerComponentProps) {
  const pointerEvents = useAfterPress(style.pointerEvents)
  return (
    <div ref={ref} style={{ ...style, pointerEvents }}>
      {children}
    </div>
  )
}

/**
 * Where a row stands. The list hides a new row until it is measured, which would style and paint it
 * twice in one frame: its height is known well enough, and is measured before anybody sees it.
 */
function Place({ style, index, children, ref }: CustomItemComponentProps) {
  return (
    <div ref={ref} data-row={index} style={{ ...style, visibility: undefined }}>
      {children}
    </div>
  )
}

/** What is said about the rows, among them: a table takes nothing but rows. */
function Aside({ children }: { children: ReactNode }) {
  if (!useContext(InTable)) return children
  return (
    <div role="row">
      <div role="cell">{children}</div>
    </div>
  )
}
