import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { OpenOutcome } from '#src/writes/OpenOutcome.tsx'
import { newCodes, type NewCode } from './new-code.ts'

/** On the page: whether nobody has said that a code was created; nothing where all is well. */
export function OpenCode({ onCheck }: { onCheck: (code: PendingWrite<NewCode>) => void }) {
  const [open] = newCodes.useAll()
  if (open === undefined) return null
  const { code, project_id: project } = open.what.body
  return (
    <OpenOutcome onCheck={() => onCheck(open)}>
      The server has not confirmed whether the code <bdi className="mono">{code}</bdi> for the{' '}
      <bdi>{project}</bdi> token was created.
    </OpenOutcome>
  )
}
