import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { IconButton } from '#src/ui/IconButton.tsx'
import { useInCards } from './in-cards.ts'

/** Opens and closes what belongs to a record. Its name says which it will do. */
export function ExpandButton(props: {
  isOpen: boolean
  onToggle: () => void
  /** "Show bonus transactions" */
  showLabel: string
  hideLabel: string
  /** The id of what it opens. */
  controls?: string | undefined
}) {
  const isInCard = useInCards()
  const closed = isInCard ? ChevronDown : ChevronRight
  const open = isInCard ? ChevronUp : ChevronDown
  return (
    <IconButton
      label={props.isOpen ? props.hideLabel : props.showLabel}
      icon={props.isOpen ? open : closed}
      tooltip={false}
      aria-expanded={props.isOpen}
      {...(props.controls && props.isOpen ? { 'aria-controls': props.controls } : {})}
      onClick={props.onToggle}
    />
  )
}
