import { UserRoundCheck } from 'lucide-react'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import type { ApprovalNeed } from './approval-limit.ts'

/** In a dialog: that a second person has to approve what it sends, and from which amount on. */
export function ApprovalNote(props: {
  need: ApprovalNeed
  limit: string | null | undefined
  unit: string
  isMasked: boolean
  /** Every write of this kind waits, of any amount. */
  isAlways?: boolean
}) {
  const { need, limit } = props
  if (need === 'none' || limit == null) return null
  const amount = <TokenAmount amount={limit} unit={props.unit} isMasked={props.isMasked} isExact />
  if (need === 'certain') {
    return (
      <Notice icon={UserRoundCheck} tone="plain">
        <b>This needs a second person:</b>{' '}
        {props.isAlways ? (
          'a change of the successor always waits for approval.'
        ) : (
          <>more than {amount} at a time waits for approval.</>
        )}
      </Notice>
    )
  }
  return (
    <p className="small t3">
      It may need a second person: with your other credits of 24 hours, more than {amount} waits for
      approval.
    </p>
  )
}
