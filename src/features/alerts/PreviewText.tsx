import { figureFormat } from '#src/domain/text/mask.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import type { AlertPreview } from '#src/wire/alerts.ts'

const TIMES = ['Never', 'Once', 'Twice']

/**
 * How often a rule would have fired: "41 in 30 days", or "41 times in the last 30 days." as a sentence.
 * Masked in privacy mode; nothing while it is unknown.
 */
export function PreviewText(props: {
  preview: AlertPreview | undefined
  isSentence?: boolean | undefined
}) {
  const { preview, isSentence = false } = props
  const privacy = usePrivacy()
  if (preview === undefined) return null
  const { fired } = preview
  const count = figureFormat(privacy).count(fired)
  if (isSentence) {
    const times = privacy ? count : (TIMES[fired] ?? `${count} times`)
    return (
      <>
        <MaskableText text={times} /> in the last 30 days.
      </>
    )
  }
  return (
    <>
      <MaskableText text={fired === 0 && !privacy ? 'None' : count} /> in 30 days
    </>
  )
}
