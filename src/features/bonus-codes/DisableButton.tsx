import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { Button } from '#src/ui/Button.tsx'

/** Asks to disable a code; offline it says why it doesn't. */
export function DisableButton({ onClick }: { onClick: () => void }) {
  const isOnline = useOnline()
  return (
    <Button size="sm" onClick={onClick} disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}>
      Disable
    </Button>
  )
}
