import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { chartsFirst } from '#src/ui/Chart.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { whenIdle } from '#src/ui/when-idle.ts'
import type * as Menus from './filter-menus.tsx'

type FilterMenus = typeof Menus

let loaded: FilterMenus | undefined

async function load(): Promise<FilterMenus> {
  loaded = await import('./filter-menus.tsx')
  return loaded
}

/**
 * The filters that open lists, once they are there. Beside Home they are fetched when the first
 * chart is; a person who opens the sidebar on a phone wants them at once.
 */
export function useFilterMenus(): FilterMenus | undefined {
  const [menus, setMenus] = useState(loaded)
  const [path] = useLocation()
  const isMobile = useIsMobile()
  const isAwaited = menus === undefined
  useEffect(() => {
    if (!isAwaited) return
    let isGone = false
    const fetchThem = async () => {
      if (!isMobile) {
        if (path === '/') await chartsFirst()
        await new Promise<void>((resolve) => void whenIdle(resolve, 500))
      }
      try {
        const found = await load()
        if (!isGone) setMenus(found)
      } catch {
        // Offline before they were ever kept: tried again with the next page.
      }
    }
    void fetchThem()
    return () => {
      isGone = true
    }
  }, [isAwaited, isMobile, path])
  return menus
}
