import { css, MOBILE } from '#src/ui/theme.ts'

/** The shapes of Lucide's icons of the same names. */
const SHAPES = {
  'chevron-down': '<path d="m6 9 6 6 6-6"/>',
  'chevron-right': '<path d="m9 18 6-6-6-6"/>',
  copy: '<rect width="14" height="14" x="8" y="8" rx="2" ry="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>',
}

interface ImageSize {
  size: 14 | 16
  /** On phones. */
  large: 16 | 20
  stroke: number
  /** The token of its colour; hovered, it has that of text. */
  colour: string
}

const OF_SMALL: ImageSize = { size: 14, large: 16, stroke: 2, colour: '--text-3' }
const OF_BUTTON: ImageSize = { size: 16, large: 20, stroke: 1.75, colour: '--text-2' }

function url(shape: string, stroke: number, token: string): string {
  // An image does not see the page's variables.
  const colour = getComputedStyle(document.documentElement).getPropertyValue(token)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

const classes = new Map<string, string>()

/**
 * The class of an icon button without an icon, which draws one as its background: an <svg> costs a
 * browser several boxes and a coordinate system of its own, for each row of a list.
 */
export function iconImage(name: keyof typeof SHAPES, buttonSize: 'xs' | 'sm'): string {
  const key = `${name} ${buttonSize}`
  let found = classes.get(key)
  if (found === undefined) {
    const { size, large, stroke, colour } = buttonSize === 'xs' ? OF_SMALL : OF_BUTTON
    found = `paint ${css`
      background: ${url(SHAPES[name], stroke, colour)} center / ${size}px no-repeat;
      &:hover {
        background-image: ${url(SHAPES[name], stroke, '--text-1')};
      }
      ${MOBILE} {
        background-size: ${large}px;
      }
    `}`
    classes.set(key, found)
  }
  return found
}
