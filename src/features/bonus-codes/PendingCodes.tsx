import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { newCodes, type NewCode } from './bonus-code-form.ts'

/** The codes without a known outcome: one at most. */
export function PendingCodes({ onCheck }: { onCheck: (code: PendingWrite<NewCode>) => void }) {
  return (
    <PendingWriteNotes writes={newCodes.useAll()} onCheck={onCheck}>
      {({ body }) => (
        <>
          whether the code <bdi className="mono">{body.code}</bdi> for the{' '}
          <bdi>{body.project_id}</bdi> token was created
        </>
      )}
    </PendingWriteNotes>
  )
}
