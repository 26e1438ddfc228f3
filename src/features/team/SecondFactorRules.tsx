import { ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useFeature } from '#src/api/features.ts'
import { Button } from '#src/ui/Button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Member } from '#src/wire/team.ts'

const RulesDialog = lazyPart(() => import('./RulesDialog.tsx'), 'RulesDialog')
const LABEL = 'Second factor rules'

const Above = styled('div')`
  margin-bottom: 12px;
`

/**
 * The button of the roles that need a second factor. Nothing where the server has no second factors.
 * It stands in the top bar, or above the list on phones, whose bar has no room: `isAbove`.
 */
export function SecondFactorRules(props: {
  members: readonly Member[]
  /** Why nothing can be changed now. */
  offline: string | undefined
  isAbove: boolean
}) {
  const { isAbove } = props
  const [isOpen, setOpen] = useState(false)
  const isHere = useIsMobile() === isAbove
  if (!useFeature('factors') || !isHere) return null
  const button = (
    <Button
      icon={ShieldCheck}
      isBlock={isAbove}
      disabledReason={props.offline}
      onClick={() => setOpen(true)}
    >
      {LABEL}
    </Button>
  )
  return (
    <>
      {isAbove ? <Above>{button}</Above> : button}
      {isOpen && (
        <Suspense>
          <RulesDialog title={LABEL} members={props.members} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
