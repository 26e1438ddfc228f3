import { useSnapshot } from 'valtio'
import { stepUpState } from '#src/api/step-up-state.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'

const StepUpDialog = lazyPart(
  () => import('#src/features/step-up/StepUpDialog.tsx'),
  'StepUpDialog',
)

/** The dialog in which a person confirms who they are, on every page that is signed in. */
export function StepUpLayer() {
  return (
    useSnapshot(stepUpState).isNeeded && (
      <SilentBoundary>
        <StepUpDialog />
      </SilentBoundary>
    )
  )
}
