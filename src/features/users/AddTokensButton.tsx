import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { Button } from '#src/ui/Button.tsx'

/** Opens the dialog that credits tokens; offline it says why it doesn't. */
export function AddTokensButton({ onClick }: { onClick: () => void }) {
  const isOnline = useOnline()
  return (
    <Button size="sm" onClick={onClick} disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}>
      Add Tokens
    </Button>
  )
}
