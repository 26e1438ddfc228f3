import type { DemoProject } from './projects.ts'

const DAY_MS = 86_400_000

export interface DemoCode {
  id: number
  project: string
  code: string
  percentage: number
  createdAt: number
  start: number | null
  end: number | null
  maxUses: number | null
  disabledAt: number | null
  uses: number
  tokensComeFromStage: boolean
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
  { code: 'TYPO10', percentage: 1000, createdDaysAgo: 12, disabled: 12 },
  { code: 'WINTER', percentage: 18, createdDaysAgo: 3, dates: [-11, -42] },
  { code: 'NEWYEAR', percentage: 26, createdDaysAgo: 1, dates: [-41, -72], maxUses: 2026 },
]

/** Creates the project's codes, oldest first, with ids from `firstId`. */
export function makeCodes(project: DemoProject, now: number, firstId: number): DemoCode[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const daysAgo = (days: number) => today - days * DAY_MS
  return PLANS.filter(({ createdDaysAgo }) => createdDaysAgo < project.ageDays).map(
    (plan, place) => ({
      id: firstId + place,
      project: project.id,
      code: `${project.id}-${plan.code}`,
      percentage: plan.percentage,
      createdAt: daysAgo(plan.createdDaysAgo),
      start: plan.dates ? daysAgo(plan.dates[0]) : null,
      end: plan.dates ? daysAgo(plan.dates[1]) : null,
      maxUses: plan.maxUses ?? null,
      disabledAt: plan.disabled === undefined ? null : daysAgo(plan.disabled),
      uses: 0,
      tokensComeFromStage: plan.tokensComeFromStage ?? false,
    }),
  )
}
