import { useEffect, useState } from 'react'
import { refreshAll } from '#src/cache/refresh-all.ts'
import { toggleCompared } from '#src/features/home/cards/home-view.ts'
import { filters, setPeriod, switchPrivacy } from '#src/state/filters.ts'
import { openRange } from '#src/state/sidebar.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Shortcut } from './ShortcutsDialog.tsx'

/** The keys of Home, the same as in Plausible. */
const SHORTCUTS: readonly Shortcut[] = [
  { key: 'D', label: 'Day', run: () => setPeriod('day') },
  { key: 'W', label: 'Week', run: () => setPeriod('week') },
  { key: 'M', label: 'Month', run: () => setPeriod('month') },
  { key: 'Y', label: 'Year', run: () => setPeriod('year') },
  { key: 'A', label: 'All', run: () => setPeriod('all') },
  { key: 'C', label: 'Custom range', run: openRange },
  { key: 'X', label: 'Compare with previous period', run: toggleCompared },
  { key: 'R', label: 'Refresh', run: refreshAll },
  { key: 'H', label: 'Hide or show figures', run: () => switchPrivacy(!filters.privacy) },
]

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable=true]'
/** An open layer handles its own keys. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu]'

/** Whether a key press is a Home shortcut: not in a text field and without a modifier. */
function isForHome(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  if (target instanceof Element && target.closest(TYPING)) return false
  return document.querySelector(LAYERS) === null
}

const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')

/** Listens for the keys of Home; "?" lists them. */
export function Shortcuts() {
  const [isListed, setListed] = useState(false)
  const isMobile = useIsMobile()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForHome(event)) return
      if (event.key === '?') {
        event.preventDefault()
        setListed(true)
        return
      }
      const shortcut = SHORTCUTS.find(({ key }) => key === event.key.toUpperCase())
      if (!shortcut || event.shiftKey) return
      event.preventDefault()
      shortcut.run(isMobile)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isMobile])
  return (
    isListed && (
      <SilentBoundary>
        <ShortcutsDialog shortcuts={SHORTCUTS} onClose={() => setListed(false)} />
      </SilentBoundary>
    )
  )
}
