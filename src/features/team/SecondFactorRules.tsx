import { ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useFeature } from '#src/api/features.ts'
import { Button, showReason } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Member } from '#src/wire/team.ts'

const RulesDialog = lazyPart(() => import('./RulesDialog.tsx'), 'RulesDialog')
const LABEL = 'Second factor rules'

/** The button of the roles that need a second factor. Nothing where the server has no second factors. */
export function SecondFactorRules(props: {
  members: readonly Member[]
  /** Why nothing can be changed now. */
  offline: string | undefined
}) {
  const { members, offline } = props
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  if (!useFeature('factors')) return null
  const open = () => (offline === undefined ? setOpen(true) : showReason(offline))
  return (
    <>
      {isMobile ? (
        <IconButton label={LABEL} icon={ShieldCheck} onClick={open} />
      ) : (
        <Button icon={ShieldCheck} disabledReason={offline} onClick={open}>
          {LABEL}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <RulesDialog title={LABEL} members={members} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
