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

/** Days are counted back from now; a negative one lies ahead. */
interface CodePlan {
  code: string
  percentage: number
  made: number
  dates?: readonly [start: number, end: number]
  maxUses?: number
  disabled?: number
  tokensComeFromStage?: true
}

/** Every state that a code can be in: running, limited, ahead, ended, used up, disabled. */
const PLANS: readonly CodePlan[] = [
  { code: 'WELCOME', percentage: 5, made: 400 },
  { code: 'EARLY50', percentage: 50, made: 390, maxUses: 60, tokensComeFromStage: true },
  { code: 'SPRING', percentage: 15, made: 260, dates: [255, 225] },
  { code: 'SUMMER', percentage: 12.5, made: 150, dates: [148, 118], maxUses: 5000 },
  { code: 'PARTNER', percentage: 20, made: 200, disabled: 64 },
  { code: 'FLASH100', percentage: 100, made: 58, maxUses: 12 },
  { code: 'AUTUMN', percentage: 10, made: 45, dates: [40, -20] },
  { code: 'VIP', percentage: 25, made: 30, maxUses: 1000 },
  { code: 'TYPO10', percentage: 1000, made: 12, disabled: 12 },
  { code: 'WINTER', percentage: 18, made: 3, dates: [-11, -42] },
  { code: 'NEWYEAR', percentage: 26, made: 1, dates: [-41, -72], maxUses: 2026 },
]

/** The project's codes, oldest first; ids start at `firstId`. */
export function makeCodes(project: DemoProject, now: number, firstId: number): DemoCode[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const ago = (days: number) => today - days * DAY_MS
  return PLANS.filter(({ made }) => made < project.ageDays).map((plan, place) => ({
    id: firstId + place,
    project: project.id,
    code: `${project.id}-${plan.code}`,
    percentage: plan.percentage,
    createdAt: ago(plan.made),
    start: plan.dates ? ago(plan.dates[0]) : null,
    end: plan.dates ? ago(plan.dates[1]) : null,
    maxUses: plan.maxUses ?? null,
    disabledAt: plan.disabled === undefined ? null : ago(plan.disabled),
    uses: 0,
    tokensComeFromStage: plan.tokensComeFromStage ?? false,
  }))
}
