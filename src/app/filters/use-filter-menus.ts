import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { after } from '#src/ui/loading-order.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type * as Menus from './filter-menus.tsx'

type FilterMenus = typeof Menus

let loaded: FilterMenus | undefined

async function load(): Promise<FilterMenus> {
  loaded = await import('./filter-menus.tsx')
  return loaded
}

/**
 * The filters that open lists, undefined until their chunk is loaded. It loads when the browser is
 * idle; on a phone at once, when the sidebar opens.
 */
export function useFilterMenus(): FilterMenus | undefined {
  const [menus, setMenus] = useState(loaded)
  const [path] = useLocation()
  const isMobile = useIsMobile()
  // Offline and not cached yet: retried on the next page.
  const [failedOn, setFailedOn] = useState<string | null>(null)
  const isWanted = menus === undefined && failedOn !== path
  useEffect(() => {
    if (!isWanted) return
    let isCancelled = false
    const loadMenus = async () => {
      if (!isMobile) await after('idle')
      try {
        const module = await load()
        if (!isCancelled) setMenus(module)
      } catch {
        if (!isCancelled) setFailedOn(path)
      }
    }
    void loadMenus()
    return () => {
      isCancelled = true
    }
  }, [isWanted, isMobile, path])
  return menus
}
