import type { BonusCode } from '#src/wire/bonus-codes.ts'

export type CodeState = 'Scheduled' | 'Active' | 'Ended' | 'Used up' | 'Disabled'

/** The state on a code's badge: the first that applies of disabled, used up, ended, scheduled, active. */
export function codeState(code: BonusCode, now: Date): CodeState {
  if (code.disabled === 1) return 'Disabled'
  const { max_uses: limit } = code
  if (limit !== null && limit !== undefined && code.uses >= limit) return 'Used up'
  if (code.end_date && Date.parse(code.end_date) <= now.getTime()) return 'Ended'
  if (code.start_date && Date.parse(code.start_date) > now.getTime()) return 'Scheduled'
  return 'Active'
}

/** Whether the Active filter lists a code. Scheduled codes count as active (contract.md). */
export function isActive(code: BonusCode, now: Date): boolean {
  const state = codeState(code, now)
  return state === 'Active' || state === 'Scheduled'
}
