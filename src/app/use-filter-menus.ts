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
 * The filters that open lists, undefined until their chunk is loaded. On Home it loads after the
 * chart library; on a phone at once, when the sidebar opens.
 */
export function useFilterMenus(): FilterMenus | undefined {
  const [menus, setMenus] = useState(loaded)
  const [path] = useLocation()
  const isMobile = useIsMobile()
  const isMissing = menus === undefined
  useEffect(() => {
    if (!isMissing) return
    let isCancelled = false
    const loadMenus = async () => {
      if (!isMobile) {
        if (path === '/') await chartsFirst()
        await new Promise<void>((resolve) => void whenIdle(resolve, 500))
      }
      try {
        const module = await load()
        if (!isCancelled) setMenus(module)
      } catch {
        // Offline and not cached yet: retried on the next page.
      }
    }
    void loadMenus()
    return () => {
      isCancelled = true
    }
  }, [isMissing, isMobile, path])
  return menus
}
