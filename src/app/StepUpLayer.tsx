import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { stepUpState } from '#src/api/step-up-state.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const StepUpDialog = lazyPart(
  () => import('#src/features/step-up/StepUpDialog.tsx'),
  'StepUpDialog',
)

/** The dialog in which a person confirms who they are, on every page that is signed in. */
export function StepUpLayer() {
  const isOpen = useSnapshot(stepUpState).open !== null
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    StepUpDialog.preload().then(
      () => setLoaded(true),
      // Nobody could confirm: the calls must not wait for ever.
      () => void import('#src/api/step-up.ts').then(({ cancelStepUp }) => cancelStepUp()),
    )
  }, [isOpen])
  return isLoaded && <StepUpDialog />
}
