import type { StageState } from '#src/domain/sale/stage-facts.ts'
import { Badge, type BadgeTone } from '#src/ui/text/Badge.tsx'

const BADGES: Record<StageState, { tone: BadgeTone; text: string }> = {
  oversold: { tone: 'warning', text: 'Oversold' },
  current: { tone: 'positive', text: 'Current' },
  sold_out: { tone: 'neutral', text: 'Sold out' },
  ended: { tone: 'neutral', text: 'Ended' },
  scheduled: { tone: 'info', text: 'Scheduled' },
}

/** What to know of a stage first. */
export function StageBadge({ state }: { state: StageState | null }) {
  if (state === null) return null
  const { tone, text } = BADGES[state]
  return <Badge tone={tone}>{text}</Badge>
}
