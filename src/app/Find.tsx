import { Search } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '#src/ui/IconButton.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { toast } from '#src/ui/toasts.tsx'
import { whenIdle } from '#src/ui/when-idle.ts'

const FindEverything = lazyPart(() => import('./FindEverything.tsx'), 'FindEverything')

const IDLE_LIMIT_MS = 10_000
const LAYERS = '[role=dialog], [role=alertdialog]'

/**
 * "Search everything": the button, and Ctrl or Command with K on every page, in fields too. The
 * dialog is in its own chunk, which loads when the browser is idle or the button is about to be used.
 */
export function Find() {
  const [isLoaded, setLoaded] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    await FindEverything.preload()
    setLoaded(true)
  }
  const preload = () => void load().catch(() => undefined)
  const open = async () => {
    setBusy(true)
    try {
      await load()
      setOpen(true)
    } catch {
      toast.error('The search did not load. Try again.', { id: 'find' })
    } finally {
      setBusy(false)
    }
  }
  const preloadEvent = useEffectEvent(preload)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut =
      (event.ctrlKey || event.metaKey) &&
      !event.shiftKey &&
      !event.altKey &&
      event.key.toLowerCase() === 'k'
    if (!isShortcut || event.defaultPrevented) return
    // Another dialog keeps its focus; the open search takes its own key.
    if (!isOpen && document.querySelector(LAYERS)) return
    event.preventDefault()
    if (!isOpen && !event.repeat) void open()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    const cancel = whenIdle(() => preloadEvent(), IDLE_LIMIT_MS)
    return () => {
      document.removeEventListener('keydown', listener)
      cancel()
    }
  }, [])
  return (
    <>
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
      {isLoaded && (
        <SilentBoundary>
          <Suspense>
            <FindEverything isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </SilentBoundary>
      )}
    </>
  )
}
