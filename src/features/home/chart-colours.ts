/**
 * The design tokens that a canvas needs: it can't read CSS variables. Same values as
 * `--chart-*`, `--surface-1`, `--ink` and `--mask` in src/ui/tokens.css.
 */
export const CHART_COLOURS = {
  card: '#111417',
  label: '#8b959e',
  previous: '#66717a',
  rest: '#333b42',
  ink: '#edf0f2',
  mask: '#3d464e',
} as const

/** Opacity of the segments that are not pointed at. */
export const DIMMED = 0.32
