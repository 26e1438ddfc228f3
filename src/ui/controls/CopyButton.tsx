import { Check, Copy } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { useCopy } from './use-copy.ts'

/** Copies the full value. Disabled for a masked value: privacy mode includes the clipboard. */
export function CopyButton(props: {
  /** The kind of value: "wallet address". */
  what: string
  value: string
  isMasked?: boolean | undefined
  size?: 'xs' | 'sm' | undefined
}) {
  const { isCopied, copy } = useCopy(props.value)
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
