import { percentText } from '#src/domain/money/decimals.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { formatDay } from '#src/domain/sale/record-formats.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { capitalize } from '#src/domain/text/text.ts'
import type { CodeMark } from './code-marks.ts'

/** "Nov 1", with the year if it is not that of `asOf` (epoch ms). Local time. */
function day(instant: number, asOf: number): string {
  const text = formatDay(new Date(instant).toISOString())
  const isThisYear = new Date(instant).getFullYear() === new Date(asOf).getFullYear()
  return isThisYear ? text.replace(/, \d+$/, '') : text
}

/** "Nov 1 – Nov 30", or "from Nov 1" for a code that goes on. */
export function bandDates({ start, end }: Pick<CodeMark, 'start' | 'end'>, asOf: number): string {
  return end === null ? `from ${day(start, asOf)}` : `${day(start, asOf)} – ${day(end, asOf)}`
}

/** "LAUNCH15, AURA, Nov 1 – Nov 30" */
export function bandName(mark: CodeMark, asOf: number): string {
  return `${mark.code}, ${mark.project}, ${bandDates(mark, asOf)}`
}

/** The lines of the tooltip. */
export function bandFacts(
  mark: CodeMark,
  asOf: number,
  figures: FigureFormat,
): { label: string; value: string; after?: string }[] {
  const { percentage, uses, maxUses } = mark
  const dates = capitalize(bandDates(mark, asOf))
  return [
    { label: 'Percentage', value: percentText(percentage) },
    { label: 'Valid', value: dates },
    {
      label: 'Used',
      value: figures.count(uses),
      ...(maxUses === null ? {} : { after: ` of ${formatCount(maxUses)}` }),
    },
    ...(mark.isDisabled ? [{ label: 'State', value: 'Disabled' }] : []),
  ]
}
