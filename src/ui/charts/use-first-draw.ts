import { useEffect, useState } from 'react'

/** The first render of a chart animates for 500 ms; later ones do not. */
const FIRST_DRAW_MS = 700

/** True once the first animation of a chart is over. */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), FIRST_DRAW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDrawn
}
