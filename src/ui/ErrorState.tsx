import { CircleAlert } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { StateFrame } from './StateFrame.tsx'

/** Replaces failed content: what failed, then a retry button. The rest of the page keeps working. */
export function ErrorState(props: {
  title: string
  text?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
}) {
  return (
    <StateFrame role="alert" icon={CircleAlert} title={props.title} text={props.text}>
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
