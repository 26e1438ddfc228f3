import type { BonusCode } from '#src/wire/bonus-codes.ts'

/** Whether a code can be used: not disabled, not past its end, not used up (contract.md). */
export function isActive(code: BonusCode, now: Date): boolean {
  if (code.disabled === 1) return false
  if (code.end_date && Date.parse(code.end_date) <= now.getTime()) return false
  return code.max_uses === null || code.max_uses === undefined || code.uses < code.max_uses
}
