/**
 * The design tokens for canvases, which can't read CSS variables. The same values as
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

/** Hatching that distinguishes a project from another one with the same colour. */
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
 * Opacity of a card's figures while newer ones load. The faintest text of a card still has a contrast
 * of 4.5:1.
 */
export const STALE = 0.84

/** Opacity of the other segments of a row while one is under the pointer. */
export const DIMMED = 0.32
