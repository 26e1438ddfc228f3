import { ShieldCheck } from 'lucide-react'
import { useFeature } from '#src/api/features.ts'
import { Button } from '#src/ui/Button.tsx'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'

export const RULES_TITLE = 'Second factor rules'

const Above = styled('div')`
  margin-bottom: 12px;
`

/**
 * The button of the roles that need a second factor. Nothing where the server has no second factors.
 * It stands in the top bar, or above the list on phones, whose bar has no room: `isAbove`.
 */
export function SecondFactorRules(props: {
  /** Why nothing can be changed now. */
  offline: string | undefined
  isAbove: boolean
  onOpen: () => void
}) {
  const { isAbove } = props
  const isHere = useIsMobile() === isAbove
  if (!useFeature('factors') || !isHere) return null
  const button = (
    <Button
      icon={ShieldCheck}
      isBlock={isAbove}
      disabledReason={props.offline}
      onClick={props.onOpen}
    >
      {RULES_TITLE}
    </Button>
  )
  return isAbove ? <Above>{button}</Above> : button
}
