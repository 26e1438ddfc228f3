import { RefreshCw } from 'lucide-react'
import { refreshAll, useCanRefresh } from '#src/api/refresh-all.ts'
import { IconButton } from '#src/ui/IconButton.tsx'

/** Fetches everything on screen again, at a new "now". */
export function RefreshButton() {
  const canRefresh = useCanRefresh()
  return (
    <IconButton
      label="Refresh"
      icon={RefreshCw}
      size="sm"
      disabled={!canRefresh}
      onClick={refreshAll}
    />
  )
}
