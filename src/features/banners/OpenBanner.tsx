import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { OpenOutcome } from '#src/writes/OpenOutcome.tsx'
import { newBanners, type NewBanner } from './new-banner.ts'

/** On the page: whether nobody has said that the project's banner was created; nothing where all is well. */
export function OpenBanner(props: {
  projectId: string
  onCheck: (banner: PendingWrite<NewBanner>) => void
}) {
  const open = newBanners.use(props.projectId)
  if (open === undefined) return null
  return (
    <OpenOutcome onCheck={() => props.onCheck(open)}>
      The server has not confirmed whether a new banner for the <bdi>{props.projectId}</bdi> token
      was created.
    </OpenOutcome>
  )
}
