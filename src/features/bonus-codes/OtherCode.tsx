import type { OtherWrite } from '#src/writes/use-idempotent-mutation.ts'
import { OtherOutcome } from '#src/writes/OtherOutcome.tsx'
import type { NewCode } from './new-code.ts'

/** In the dialog that creates codes: another code, which this dialog did not send. */
export function OtherCode({ attempt, ...outcome }: OtherWrite<NewCode>) {
  const { code, project_id: project } = attempt.what.body
  return (
    <OtherOutcome {...outcome} sentAt={attempt.sentAt} done="created" place="the list">
      Another code, <bdi className="mono">{code}</bdi> for the <bdi>{project}</bdi> token
    </OtherOutcome>
  )
}
