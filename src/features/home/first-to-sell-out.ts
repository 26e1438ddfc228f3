import type { StageFigures, StageSummary } from '#src/wire/stages.ts'

/** The current stage that sells out first, and how many other projects have one. */
export interface FirstToSellOut {
  project: string
  stage: StageFigures
  /** Per cent, "62.40". */
  share: string
  /** A day, or null without a forecast. */
  likely: string | null
  others: number
}

/**
 * Of the current stages with a supply: those with a forecast by its day, then those without by their
 * share. A stage that is sold out comes last. Null without such a stage.
 * @param projects in the order that decides between equals
 */
export function firstToSellOut(
  summaries: Readonly<Record<string, StageSummary>>,
  projects: readonly string[],
): FirstToSellOut | null {
  const current = projects.flatMap((project) => {
    const summary = Object.hasOwn(summaries, project) ? summaries[project] : undefined
    const stage = summary?.stages.find(({ id }) => id === summary.current)
    if (stage == null || stage.sold_share === null) return []
    const likely = 'likely' in stage.forecast ? stage.forecast.likely : null
    return { project, stage, share: stage.sold_share, likely }
  })
  const [first] = current.toSorted(
    (a, b) => rank(a).localeCompare(rank(b)) || shareOf(b) - shareOf(a),
  )
  return first === undefined ? null : { ...first, others: current.length - 1 }
}

type Current = Omit<FirstToSellOut, 'others'>

/** Sorts as text: a day, then no day, then sold out. */
const rank = (one: Current) => one.likely ?? (isSoldOut(one.stage) ? 'sold out' : 'later')
const shareOf = ({ share }: Current) => Number(share)

export const isSoldOut = ({ left }: StageFigures) => left !== null && !/[1-9]/.test(left)
