import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { toast } from './toasts.tsx'

const TICK_MS = 2000

/**
 * Copies a value unbroken and says 'Copied to clipboard' (spec 8). A masked value can't be copied:
 * privacy mode covers the clipboard too.
 */
export function CopyButton(props: {
  /** What is copied, as in "wallet address". */
  what: string
  value: string
  isMasked?: boolean | undefined
  size?: 'xs' | 'sm' | undefined
}) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), TICK_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.value)
      setCopied(true)
      toast.plain('Copied to clipboard', { id: 'copied' })
    } catch {
      toast.error('The browser did not allow copying', { id: 'copied' })
    }
  }
  return (
    <IconButton
      label={`Copy ${props.what}`}
      icon={isCopied ? Check : Copy}
      size={props.size ?? 'xs'}
      disabled={props.isMasked ?? false}
      onClick={(event) => {
        // Often stands in a row that opens on click.
        event.stopPropagation()
        void copy()
      }}
    />
  )
}
