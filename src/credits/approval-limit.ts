import { useQuery } from '@tanstack/react-query'
import { projectQueries } from '#src/api/projects.ts'
import { exceedsDecimal, isZeroDecimal } from '#src/domain/money/decimals.ts'

/**
 * Whether a second person has to approve an amount of tokens. `maybe`: the limit counts with the person's
 * other credits of 24 hours, which only the server knows.
 */
export type ApprovalNeed = 'none' | 'maybe' | 'certain'

/**
 * @param tokens a decimal, or null while it is not known
 * @param limit the project's `credit_approval_over`; null or undefined: there is none, or it is not known
 */
export function approvalNeed(
  tokens: string | null,
  limit: string | null | undefined,
): ApprovalNeed {
  if (limit == null || tokens === null || isZeroDecimal(tokens)) return 'none'
  return exceedsDecimal(tokens, limit) ? 'certain' : 'maybe'
}

/** The same for a correction: only its own tokens count. */
export const correctionNeed = (
  tokens: string | null,
  limit: string | null | undefined,
): ApprovalNeed => (approvalNeed(tokens, limit) === 'certain' ? 'certain' : 'none')

/** The project's limit; null without one, undefined while it is not known. */
export function useApprovalLimit(projectId: string): string | null | undefined {
  const { data } = useQuery(projectQueries.list([projectId]))
  return data?.find(({ id }) => id === projectId)?.credit_approval_over
}
