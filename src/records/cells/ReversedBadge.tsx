import { Badge } from '#src/ui/text/Badge.tsx'
import type { ManualTransaction } from '#src/wire/manual-transactions.ts'

/** Marks a credit whose tokens were taken back. */
export function ReversedBadge({ credit }: { credit: Pick<ManualTransaction, 'reversed'> }) {
  return credit.reversed == null ? null : <Badge tone="line">Reversed</Badge>
}
