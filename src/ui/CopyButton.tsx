import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { toast } from './toasts.tsx'

const TICK_MS = 2000

/**
 * Copies the full value and shows 'Copied to clipboard' (spec 8). Disabled for a masked value: privacy
 * mode includes the clipboard.
 */
export function CopyButton(props: {
  /** The kind of value: "wallet address". */
  what: string
  value: string
  isMasked?: boolean | undefined
  size?: 'xs' | 'sm' | undefined
}) {
  // The value, not a flag: in a recycled row the button gets another one.
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === props.value
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), TICK_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.value)
      setCopied(props.value)
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
        // Often inside a row that expands on click.
        event.stopPropagation()
        void copy()
      }}
    />
  )
}
