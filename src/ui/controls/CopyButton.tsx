import { Check, Copy } from 'lucide-react'
import { useContext } from 'react'
import { IconButton } from './IconButton.tsx'
import { SharedTips } from './shared-tips.ts'
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
  const size = props.size ?? 'xs'
  // One of many in a list.
  const imageOf = useContext(SharedTips)
  const image = isCopied ? undefined : imageOf?.('copy', size)
  return (
    <IconButton
      label={`Copy ${props.what}`}
      icon={image === undefined ? (isCopied ? Check : Copy) : null}
      className={image}
      size={size}
      disabled={props.isMasked ?? false}
      onClick={(event) => {
        // Often inside a row that expands on click.
        event.stopPropagation()
        void copy()
      }}
    />
  )
}
