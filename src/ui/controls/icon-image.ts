// The file exports the icon's shapes too, which the package's types leave out.
// @ts-expect-error
import { __iconData as chevronDown } from 'lucide-react/icons/chevron-down'
// The file exports the icon's shapes too, which the package's types leave out.
// @ts-expect-error
import { __iconData as chevronRight } from 'lucide-react/icons/chevron-right'
// The file exports the icon's shapes too, which the package's types leave out.
// @ts-expect-error
import { __iconData as copy } from 'lucide-react/icons/copy'
import { css, MOBILE } from '#src/ui/theme.ts'

/** Its elements, each with its attributes. */
type IconData = { node: [name: string, attributes: Record<string, string>][] }

type Name = 'chevron-down' | 'chevron-right' | 'copy'

const ICONS: Record<Name, IconData> = {
  'chevron-down': chevronDown,
  'chevron-right': chevronRight,
  copy,
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

function url({ node }: IconData, stroke: number, token: string): string {
  // An image does not see the page's variables.
  const colour = getComputedStyle(document.documentElement).getPropertyValue(token)
  const shapes = node.map(([name, attributes]) => {
    const texts = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)
    return `<${name} ${texts.join(' ')}/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

const classes = new Map<string, string>()

/**
 * The class of an icon button without an icon, which draws one as its background: an <svg> costs a
 * browser several boxes and a coordinate system of its own, for each row of a list.
 */
export function iconImage(name: Name, buttonSize: 'xs' | 'sm'): string {
  const key = `${name} ${buttonSize}`
  let found = classes.get(key)
  if (found === undefined) {
    const { size, large, stroke, colour } = buttonSize === 'xs' ? OF_SMALL : OF_BUTTON
    found = `paint ${css`
      background: ${url(ICONS[name], stroke, colour)} center / ${size}px no-repeat;
      &:hover {
        background-image: ${url(ICONS[name], stroke, '--text-1')};
      }
      ${MOBILE} {
        background-size: ${large}px;
      }
    `}`
    classes.set(key, found)
  }
  return found
}
