import { useEffect } from 'react'

/** Puts a count on the app's icon where the platform has such a thing; 0 takes it off. */
function showBadge(count: number): void {
  const { navigator } = globalThis
  if (!('setAppBadge' in navigator)) return
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  // Refused where the app is not installed: then there is no icon either.
  done.catch(() => undefined)
}

/** The count on the app's icon while the component is there; it goes with the session. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    showBadge(count)
    return () => showBadge(0)
  }, [count])
}
