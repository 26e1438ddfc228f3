import { useEffect, useState } from 'react'
import { toast } from '#src/ui/toasts.tsx'

const TICK_MS = 2000

/** Copies a value to the clipboard and shows 'Copied to clipboard'. */
export function useCopy(value: string): {
  /** True for two seconds afterwards. */
  isCopied: boolean
  /** Resolves to whether the browser allowed it. */
  copy: () => Promise<boolean>
} {
  // The value, not a flag: in a recycled row the button gets another one.
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), TICK_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(value)
      toast.plain('Copied to clipboard', { id: 'copied' })
      return true
    } catch {
      toast.error('The browser did not allow copying', { id: 'copied' })
      return false
    }
  }
  return { isCopied: copied === value, copy }
}
