import { useIsFetching } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { onLeave } from '#src/state/session.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useAfter } from '#src/ui/loading-order.ts'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { toast } from '#src/ui/toasts.tsx'

// In its own chunk, which loads at last, or when the button is about to be used.
const FindEverything = lazyPart(() => import('./FindEverything.tsx'), 'FindEverything')

/** From the last answer on: what the page shows is drawn first. */
const PRELOAD_DELAY_MS = 3000
const LAYERS = '[role=dialog], [role=alertdialog]'

// Not in a component: the top bar of a phone is another one.
const find = proxy({ isLoaded: false, isOpen: false, isBusy: false })
const close = () => {
  find.isOpen = false
}
onLeave(close)

async function load(): Promise<void> {
  await FindEverything.preload()
  find.isLoaded = true
}

const preload = () => void load().catch(() => undefined)

async function open(): Promise<void> {
  find.isBusy = true
  try {
    await load()
    find.isOpen = true
  } catch {
    toast.error('The search did not load. Try again.', { id: 'find' })
  } finally {
    find.isBusy = false
  }
}

/** Opens the search with Ctrl or Command and K, in fields too; another dialog keeps its focus. */
function press(event: KeyboardEvent): void {
  const isShortcut =
    (event.ctrlKey || event.metaKey) &&
    !event.shiftKey &&
    !event.altKey &&
    event.key.toLowerCase() === 'k'
  if (!isShortcut || event.defaultPrevented) return
  if (!find.isOpen && document.querySelector(LAYERS)) return
  // The browser's own, which goes to its address bar.
  event.preventDefault()
  if (!find.isOpen && !event.repeat) void open()
}

/** The button "Search everything". */
export function Find() {
  const { isBusy } = useSnapshot(find)
  return (
    <IconButton
      className="screen-only"
      style={{ borderColor: 'var(--line-strong)' }}
      label="Search everything"
      icon={Search}
      size="md"
      isBusy={isBusy}
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void open()}
    />
  )
}

/** The dialog of the search, and its shortcut on every page. */
export function FindLayer() {
  const { isLoaded, isOpen } = useSnapshot(find)
  const isIdle = useAfter('idle')
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  // The last code that a page loads by itself.
  useEffect(() => {
    if (!isIdle || isFetching) return undefined
    const timer = setTimeout(preload, PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isIdle, isFetching])
  return (
    isLoaded && (
      <SilentBoundary>
        <FindEverything isOpen={isOpen} onClose={close} />
      </SilentBoundary>
    )
  )
}
