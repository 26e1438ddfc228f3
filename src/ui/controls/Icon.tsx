import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'

const STROKE = { 12: 2, 14: 2, 16: 1.75, 20: 1.75 } as const

/** A decorative icon, hidden from assistive technology: a text or label has the same meaning. */
export const Icon = memo(function Icon(props: {
  of: LucideIcon
  size?: 12 | 14 | 16 | 20 | undefined
  className?: string | undefined
}) {
  const Shape = props.of
  const size = props.size ?? 16
  return (
    <Shape
      size={size}
      strokeWidth={STROKE[size]}
      aria-hidden
      {...(props.className ? { className: props.className } : {})}
    />
  )
})
