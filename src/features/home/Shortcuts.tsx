import { Suspense, useEffect, useState } from 'react'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { isForHome, SHORTCUTS } from './shortcuts.ts'

const ShortcutsDialog = lazyPart(() =>
  import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
)

/** Listens for the keys of Home, and lists them on "?". */
export function Shortcuts() {
  const [isListed, setListed] = useState(false)
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
      shortcut.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    isListed && (
      <SilentBoundary>
        <Suspense>
          <ShortcutsDialog onClose={() => setListed(false)} />
        </Suspense>
      </SilentBoundary>
    )
  )
}
