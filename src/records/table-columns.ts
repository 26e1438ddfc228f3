export type TableColumn = {
  key: string
  label: string
  /** Its smallest width in px: what stands in it is never broken, at most cut at its end. */
  min: number
  /** Its share of the room that is left; without one it keeps to `min`. */
  grow?: number | undefined
  /** Figures stand at the end. */
  align?: 'end' | undefined
  /** Room in px after the label for the units that follow the figures beneath. */
  endSlot?: number | undefined
  /** Room in px before the label and the column's values. */
  startSlot?: number | undefined
  /** The table's width in px below which the column moves into the opened row. */
  dropBelow?: number | undefined
  isLabelHidden?: boolean | undefined
}

/** From this table width on columns stand 16 px apart, below it 12. */
export const WIDE_PX = 1084
const WIDE_GAP_PX = 16
const GAP_PX = 12
export const ROW_PADDING_PX = 20

export const gapAt = (width: number) => (width < WIDE_PX ? GAP_PX : WIDE_GAP_PX)

/** The columns that a table of this width shows. */
export function columnsAt(columns: readonly TableColumn[], width: number): readonly TableColumn[] {
  return columns.filter((column) => width >= (column.dropBelow ?? 0))
}

function tracksOf(columns: readonly TableColumn[]): string {
  return columns
    .map(({ min, grow }) => (grow === undefined ? `${min}px` : `minmax(${min}px, ${grow}fr)`))
    .join(' ')
}

/** CSS for what happens below a width of the table that it stands in, or of the list of cards. */
export const below = (width: number, css: string) =>
  `@container list (width < ${width}px) { ${css} }`

/** The grid of a row at every width of its table, as CSS. */
export function rowGrid(columns: readonly TableColumn[]): string {
  const drops = columns.flatMap(({ dropBelow }) => dropBelow ?? [])
  const steps = [...new Set([WIDE_PX, ...drops])].toSorted((a, b) => b - a)
  const gridAt = (width: number) =>
    `grid-template-columns: ${tracksOf(columnsAt(columns, width))}; column-gap: ${gapAt(width)}px;`
  // The width just below a step has the columns of all narrower ones, down to the next step.
  return [gridAt(Infinity), ...steps.map((step) => below(step, gridAt(step - 1)))].join('\n')
}
