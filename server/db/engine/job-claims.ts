/**
 * A job renews the claim on its row while it works, in the columns `claim` and `claimed_until`. A claim that
 * ends was lost: the process of the job has died.
 */
export const CLAIM_MS = 30_000

/** The columns of a claim that starts or goes on now. */
export function claimBy(claim: string, now: Date): { claim: string; claimed_until: Date } {
  return { claim, claimed_until: new Date(now.getTime() + CLAIM_MS) }
}

/** The columns without a claim. */
export const UNCLAIMED = { claim: null, claimed_until: null } as const
