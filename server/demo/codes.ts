import { DAY_MS } from '#src/domain/time/zone.ts'
import type { DemoProject } from './projects.ts'

/** A row of `bonus_codes`, and when the code was disabled. */
export interface DemoCode {
  id: number
  project_id: string
  code: string
  percentage: number
  created_at: Date
  start_date: Date | null
  end_date: Date | null
  max_uses: number | null
  uses: number
  tokens_come_from_stage_tokens: boolean
  disabledAt: Date | null
}

/** Days before today; a negative number is in the future. */
interface CodePlan {
  code: string
  percentage: number
  createdDaysAgo: number
  dates?: readonly [start: number, end: number]
  maxUses?: number
  disabled?: number
  tokensComeFromStage?: true
}

/** Covers every state of a code: running, limited, scheduled, ended, used up, disabled. */
const PLANS: readonly CodePlan[] = [
  { code: 'WELCOME', percentage: 5, createdDaysAgo: 400 },
  { code: 'EARLY50', percentage: 50, createdDaysAgo: 390, maxUses: 60, tokensComeFromStage: true },
  { code: 'SPRING', percentage: 15, createdDaysAgo: 260, dates: [255, 225] },
  { code: 'SUMMER', percentage: 12.5, createdDaysAgo: 150, dates: [148, 118], maxUses: 5000 },
  { code: 'PARTNER', percentage: 20, createdDaysAgo: 200, disabled: 64 },
  { code: 'FLASH100', percentage: 100, createdDaysAgo: 58, maxUses: 12 },
  { code: 'AUTUMN', percentage: 10, createdDaysAgo: 45, dates: [40, -20] },
  { code: 'VIP', percentage: 25, createdDaysAgo: 30, maxUses: 1000 },
  { code: 'TYPO10', percentage: 1000, createdDaysAgo: 12, disabled: 12 - 1 / 24 },
  { code: 'WINTER', percentage: 18, createdDaysAgo: 3, dates: [-11, -42] },
  { code: 'NEWYEAR', percentage: 26, createdDaysAgo: 1, dates: [-41, -72], maxUses: 2026 },
]

/** Creates the project's codes, oldest first, with ids from `firstId`. */
export function makeCodes(project: DemoProject, now: number, firstId: number): DemoCode[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const daysAgo = (days: number) => new Date(today - days * DAY_MS)
  return PLANS.filter(({ createdDaysAgo }) => createdDaysAgo < project.ageDays).map(
    (plan, place) => ({
      id: firstId + place,
      project_id: project.id,
      code: `${project.id}-${plan.code}`,
      percentage: plan.percentage,
      created_at: daysAgo(plan.createdDaysAgo),
      start_date: plan.dates ? daysAgo(plan.dates[0]) : null,
      end_date: plan.dates ? daysAgo(plan.dates[1]) : null,
      max_uses: plan.maxUses ?? null,
      uses: 0,
      tokens_come_from_stage_tokens: plan.tokensComeFromStage ?? false,
      disabledAt: plan.disabled === undefined ? null : daysAgo(plan.disabled),
    }),
  )
}
