import { useCallback, useRef, useState } from 'react'

/** The width of an element in whole px, updated on resize; 0 until it is mounted. */
export function useWidth(): [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  const measure = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    observer.current = null
    if (!element) return
    setWidth(Math.round(element.getBoundingClientRect().width))
    observer.current = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.round(entry.contentRect.width))
    })
    observer.current.observe(element)
  }, [])
  return [measure, width]
}
