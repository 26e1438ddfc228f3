import { CircleAlert } from 'lucide-react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { StateFrame, StateTitle } from './state-frame.ts'

/** What failed, then the way on. Stands in the place of what failed; the rest of the page goes on. */
export function ErrorState(props: {
  title: string
  text?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
}) {
  return (
    <StateFrame role="alert">
      <Icon of={CircleAlert} size={20} />
      <StateTitle>{props.title}</StateTitle>
      {props.text !== undefined && <p>{props.text}</p>}
      {props.onRetry && (
        <Button
          size="sm"
          onClick={props.onRetry}
          isBusy={props.isRetrying}
          busyLabel="Trying again"
        >
          Try again
        </Button>
      )}
    </StateFrame>
  )
}
