import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { refreshAll } from '#src/api/refresh-all.ts'
import { useOnline } from '#src/api/use-online.ts'
import { IconButton } from '#src/ui/IconButton.tsx'

/** Spec 4: disabled this long after a click. */
const LOCK_MS = 300

/** Fetches everything on screen again, at a new "now". */
export function RefreshButton() {
  const isOnline = useOnline()
  const [isLocked, setLocked] = useState(false)
  useEffect(() => {
    if (!isLocked) return undefined
    const timer = setTimeout(() => setLocked(false), LOCK_MS)
    return () => clearTimeout(timer)
  }, [isLocked])
  return (
    <IconButton
      label="Refresh"
      icon={RefreshCw}
      size="sm"
      disabled={isLocked || !isOnline}
      onClick={() => {
        setLocked(true)
        refreshAll()
      }}
    />
  )
}
