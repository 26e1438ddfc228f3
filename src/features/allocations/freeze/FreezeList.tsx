import { isAdmin } from '#src/domain/people/roles.ts'
import {
  buildingIn,
  buildingRefusal,
  useAllocationLists,
} from '#src/features/allocations/lists/list-queries.ts'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'
import { freezes } from './freeze-form.ts'
import { FreezeDialog } from './FreezeDialog.tsx'

interface Props {
  projectId: string
  /** Undefined while there is none. */
  summary: AllocationSummary | undefined
  isMasked: boolean
}

/** Freezes a list of the project: for admins, in the top bar, on phones where it stands. */
export function FreezeList(props: Props) {
  const role = useUser()?.role ?? ''
  return isAdmin(role) ? <FreezeButton {...props} /> : null
}

function FreezeButton({ projectId, summary, isMasked }: Props) {
  const isMobile = useIsMobile()
  const isOnline = useOnline()
  const { data: lists } = useAllocationLists(projectId)
  const pending = freezes.use(projectId)
  const building = buildingIn(lists)
  const refusal = refusalOf({
    isOnline,
    wallets: summary?.wallets,
    // Its own list may be the one of a write without a known outcome, which the dialog checks.
    building: pending ? undefined : building,
  })
  const action = useLinkedAction('freeze', refusal)
  const button = (
    <Button
      variant="primary"
      isBlock={isMobile}
      disabled={refusal === null}
      disabledReason={refusal ?? undefined}
      onClick={action.start}
    >
      Freeze list
    </Button>
  )
  return (
    <>
      {isMobile ? button : <TopBarSlot place="tools">{button}</TopBarSlot>}
      {action.isOpen && summary && (
        <FreezeDialog key={projectId} summary={summary} isMasked={isMasked} onClose={action.end} />
      )}
    </>
  )
}

/** Why no list can be frozen now; null while that is not known. */
function refusalOf(state: {
  isOnline: boolean
  wallets: number | undefined
  building: AllocationList | undefined
}): string | null | undefined {
  if (!state.isOnline) return OFFLINE_REFUSAL
  if (state.wallets === undefined) return null
  if (state.building) return buildingRefusal(state.building)
  return state.wallets === 0 ? 'No wallet is owed tokens yet.' : undefined
}
