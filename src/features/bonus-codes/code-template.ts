import type { BonusCode } from '#src/wire/bonus-codes.ts'

/** The parameters of a link with a template, named as on the wire. */
export const TEMPLATE_PARAMS = [
  'project_id',
  'percentage',
  'tokens_come_from_stage_tokens',
  'max_uses',
  'start_date',
  'end_date',
] as const

/** Opens the dialog for a new code with the values of this one. */
export function templateHref(code: BonusCode): string {
  const params = new URLSearchParams({ action: 'create' })
  for (const name of TEMPLATE_PARAMS) {
    const value = code[name] ?? null
    if (value !== null) params.set(name, String(value))
  }
  return `/bonus-codes?${params.toString()}`
}
