/** A value axis with round steps: its end and the distance between its lines. */
export interface AxisScale {
  max: number
  step: number
}

const ROUND_STEPS = [1, 2, 2.5, 5, 10]
const MIN_LINES = 3
const MAX_LINES = 5

/**
 * The scale with 3 to 5 lines above zero that leaves the least space above the tallest bar; of two
 * equal ones the one with fewer lines. Counts have whole steps only.
 */
export function axisScale(tallest: number, isCount: boolean): AxisScale {
  if (!(tallest > 0)) return { max: MIN_LINES, step: 1 }
  const magnitude = 10 ** Math.floor(Math.log10(tallest / MAX_LINES))
  const best = ROUND_STEPS.map((round) => round * magnitude)
    .filter((step) => !isCount || Number.isInteger(step))
    .map((step) => ({ step, lines: Math.max(MIN_LINES, Math.ceil(tallest / step - 1e-9)) }))
    .filter(({ lines }) => lines <= MAX_LINES)
    .map(({ step, lines }) => ({ step, lines, max: step * lines }))
    .toSorted((a, b) => a.max - b.max || a.lines - b.lines)[0]
  return best ? { max: best.max, step: best.step } : { max: MIN_LINES, step: 1 }
}
