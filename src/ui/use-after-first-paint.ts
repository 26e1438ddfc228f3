import { startTransition, useEffect, useState } from 'react'
import { firstPaint } from './first-paint.ts'

/** False until a page is on screen for the first time. */
export function useAfterFirstPaint(): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    let isMounted = true
    const wait = async () => {
      await firstPaint
      if (isMounted) startTransition(() => setAfter(true))
    }
    void wait()
    return () => {
      isMounted = false
    }
  }, [])
  return isAfter
}
