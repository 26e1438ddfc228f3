import { useEffect, useState } from 'react'

/** The first drawing moves for 500 ms; redrawing for new figures or a new width does not. */
const FIRST_DRAW_MS = 700

/** True once a chart has had the time to draw itself for the first time. */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), FIRST_DRAW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDrawn
}
