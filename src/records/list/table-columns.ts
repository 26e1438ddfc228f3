export type TableColumn = {
  key: string
  label: string
  /** The smallest width in px. Content does not wrap; it is truncated. */
  min: number
  /** The share of the remaining width, as in `fr`; without one the column stays at `min`. */
  grow?: number | undefined
  /** For numbers. */
  align?: 'end' | undefined
  /** Padding in px after the label, for the units that follow the numbers below it. */
  endSlot?: number | undefined
  /** Padding in px before the label and the values. */
  startSlot?: number | undefined
  /** How far in px the first column reaches into the padding of its row. */
  outset?: number | undefined
  /** A class of its cells besides the table's. */
  cellClass?: string | undefined
  /** Below this table width in px, the column moves into the details of a row. */
  dropBelow?: number | undefined
  isLabelHidden?: boolean | undefined
}

/** From this table width in px the gap between columns is 16 px, below it 12 px, and 8 px in a narrow one. */
export const WIDE_PX = 1084
const NARROW_PX = 732
const WIDE_GAP_PX = 16
export const GAP_PX = 12
const NARROW_GAP_PX = 8
export const ROW_PADDING_PX = 20

export function gapAt(width: number): number {
  if (width < NARROW_PX) return NARROW_GAP_PX
  return width < WIDE_PX ? GAP_PX : WIDE_GAP_PX
}

/** The columns that a table of this width in px shows. */
export function columnsAt(columns: readonly TableColumn[], width: number): readonly TableColumn[] {
  return columns.filter((column) => width >= (column.dropBelow ?? 0))
}

function tracksOf(columns: readonly TableColumn[]): string {
  return columns
    .map(({ min, grow }) => (grow === undefined ? `${min}px` : `minmax(${min}px, ${grow}fr)`))
    .join(' ')
}

/** CSS that applies while the enclosing table or list is narrower than `width` px. */
export const below = (width: number, css: string) =>
  `@container list (width < ${width}px) { ${css} }`

/** The CSS grid of a row, for all widths of its table. */
export function rowGrid(columns: readonly TableColumn[]): string {
  const drops = columns.flatMap(({ dropBelow }) => dropBelow ?? [])
  const steps = [...new Set([WIDE_PX, NARROW_PX, ...drops])].toSorted((a, b) => b - a)
  const gridAt = (width: number) =>
    `grid-template-columns: ${tracksOf(columnsAt(columns, width))}; column-gap: ${gapAt(width)}px;`
  // Between two steps the columns stay the same, so one width stands for the range.
  return [gridAt(Infinity), ...steps.map((step) => below(step, gridAt(step - 1)))].join('\n')
}
