import { useEffect } from 'react'
import { documentTitle } from '#src/domain/product.ts'

/**
 * Names the tab by what the page's address does not have: "Bonus code SUMMER".
 * @param plain the title of the page's route, which stands again afterwards
 */
export function useDocumentTitle(title: string, plain: string): void {
  useEffect(() => {
    let isHere = true
    // After the effect of the router, which sets the route's title in the same commit.
    queueMicrotask(() => {
      if (isHere) document.title = documentTitle(title)
    })
    return () => {
      isHere = false
      document.title = documentTitle(plain)
    }
  }, [title, plain])
}
