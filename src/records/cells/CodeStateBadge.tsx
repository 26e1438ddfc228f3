import type { CodeState } from '#src/domain/sale/code-state.ts'
import { Badge, type BadgeTone } from '#src/ui/text/Badge.tsx'

const TONES: Record<CodeState, BadgeTone> = {
  Scheduled: 'info',
  Active: 'positive',
  Ended: 'neutral',
  'Used up': 'warning',
  Disabled: 'line',
}

/** The state of a bonus code. */
export function CodeStateBadge({ state }: { state: CodeState }) {
  return <Badge tone={TONES[state]}>{state}</Badge>
}
