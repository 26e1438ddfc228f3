import { twoDigits } from '#src/domain/time/date-parts.ts'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { MAX_BONUS_PERCENTAGE } from '#src/wire/bonus-codes.ts'
import { type BonusCodeForm, EMPTY_BONUS_CODE } from './bonus-code-form.ts'

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

/** "2026-11-24T09:00", in local time. */
function toLocalInput(instant: string): string {
  const at = new Date(instant)
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/**
 * The values of a form that a link gives; null without a template. The code itself stays empty,
 * because a project has each code once, and so do dates that are over at `now` (epoch ms).
 */
export function readTemplate(params: URLSearchParams, now: number): BonusCodeForm | null {
  const project = params.get('project_id')
  if (project === null) return null
  const percentage = Number(params.get('percentage'))
  const uses = Number(params.get('max_uses'))
  const hasLimit = Number.isInteger(uses) && uses >= 1
  const [start, end] = [params.get('start_date') ?? '', params.get('end_date') ?? '']
  const hasDates = !Number.isNaN(Date.parse(start)) && !Number.isNaN(Date.parse(end))
  const isAhead = hasDates && Date.parse(end) > now
  return {
    ...EMPTY_BONUS_CODE,
    project_id: project,
    percentage: percentage >= 0 && percentage <= MAX_BONUS_PERCENTAGE ? percentage : 0,
    tokens_come_from_stage_tokens: params.get('tokens_come_from_stage_tokens') === '1',
    max_uses_enabled: hasLimit,
    ...(hasLimit ? { max_uses: uses } : {}),
    date_enabled: hasDates,
    ...(isAhead ? { start_date: toLocalInput(start), end_date: toLocalInput(end) } : {}),
  }
}
