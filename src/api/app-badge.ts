import { useEffect } from 'react'

/** Sets a count on the app's icon where the platform supports it; 0 removes it. */
function showBadge(count: number): void {
  const { navigator } = globalThis
  if (!('setAppBadge' in navigator)) return
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  // Rejected if the app is not installed: then there is no icon either.
  done.catch(() => undefined)
}

/**
 * Shows a count on the app's icon while the component is mounted; it is removed with the session.
 */
export function useAppBadge(count: number): void {
  useEffect(() => {
    showBadge(count)
    return () => showBadge(0)
  }, [count])
}
