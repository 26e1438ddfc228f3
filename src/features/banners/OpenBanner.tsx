import { OpenOutcome } from '#src/ui/OpenOutcome.tsx'
import { newBanners } from './new-banner.ts'

/** On the page: whether nobody has said that the project's banner was created; nothing where all is well. */
export function OpenBanner(props: { projectId: string; onCheck: () => void }) {
  if (newBanners.use(props.projectId) === undefined) return null
  return (
    <OpenOutcome onCheck={props.onCheck}>
      The server has not confirmed whether a new banner for the <bdi>{props.projectId}</bdi> token
      was created.
    </OpenOutcome>
  )
}
