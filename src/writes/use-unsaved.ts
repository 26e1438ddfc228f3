import { useEffect, useId } from 'react'
import { setUnsaved } from './unsaved-changes.ts'

/** Marks input as unsaved while `isUnsaved` is true and the component is mounted. */
export function useUnsaved(isUnsaved: boolean): void {
  const key = useId()
  useEffect(() => {
    setUnsaved(key, isUnsaved)
    return () => setUnsaved(key, false)
  }, [key, isUnsaved])
}
