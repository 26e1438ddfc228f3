import { formatDecimal } from '#src/domain/record-formats.ts'
import type { Approval } from '#src/wire/approval.ts'
import type { CreditResponse } from '#src/wire/manual-transactions.ts'

/** Whether a second person has to approve the credit before it is one. */
export function isWaiting(
  made: CreditResponse,
): made is Extract<CreditResponse, { approval: unknown }> {
  return 'approval' in made
}

/** Shown instead of a success: nothing was credited. All digits of the amount, or none in privacy mode. */
export function waitingText({ tokens, project_id: project }: Approval, isMasked: boolean): string {
  const amount = isMasked ? 'this credit' : `${formatDecimal(tokens, 2)} ${project}`
  return `Waits for approval: a second person has to approve ${amount}.`
}
