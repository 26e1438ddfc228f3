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

/** Tells a project from the one before it that has the same colour. */
export const REPEATED_HATCH = {
  decal: {
    symbol: 'rect',
    color: CHART_COLOURS.card,
    dashArrayX: [1, 0],
    dashArrayY: [2, 4],
    rotation: Math.PI / 4,
  },
}

/**
 * Opacity of a card's figures while newer ones are on their way: the quietest text of a card still
 * has a contrast of 4.5:1.
 */
export const STALE = 0.84

/** Opacity of the segments that are not pointed at. */
export const DIMMED = 0.32
