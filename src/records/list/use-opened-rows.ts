import { useCallback, useState } from 'react'

/** The rows of a list that are open, by key, and a stable function that opens or closes one. */
export function useOpenedRows(
  openAtFirst?: readonly string[],
): [opened: ReadonlySet<string>, toggle: (key: string) => void] {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(openAtFirst))
  const toggle = useCallback((key: string) => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }, [])
  return [opened, toggle]
}
