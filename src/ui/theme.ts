import { css, keyframes, setup } from 'goober'
import type { styled as gooberStyled } from 'goober'
import type { ElementType } from 'react'
import { jsx } from 'react/jsx-runtime'
import { insertStylesByRule } from './style-sheet.ts'

insertStylesByRule()
// Safari knows `user-select` only with its prefix.
setup(
  jsx,
  (name, value) => `${name === 'user-select' ? `-webkit-${name}:${value};` : ''}${name}:${value};`,
)

/** The media query of the mobile layout, at 850 px or less, for style templates. Paper is excluded. */
export const MOBILE = '@media screen and (max-width: 850px)'

/** The media query of printed pages, for style templates. */
export const PRINT = '@media print'

type Props = { as?: ElementType; className?: string } & Record<string, unknown>
type Value = string | number | false | null | undefined
type Part = Value | ((props: Props) => Value)

const STYLE_PROP = '$'.charCodeAt(0)

/** The DOM props: props that start with $ are for styles only. */
function domProps(props: Props): Record<string, unknown> {
  const rest: Record<string, unknown> = {}
  for (const name in props) {
    if (name.charCodeAt(0) !== STYLE_PROP && name !== 'as') rest[name] = props[name]
  }
  return rest
}

function styledByValues(tag: ElementType) {
  return (template: TemplateStringsArray, ...parts: Part[]) => {
    const names = new Map<string, string>()
    const nameOf = (props: Props, given: string | undefined): string => {
      const values = parts.map((part) => {
        const value = typeof part === 'function' ? part(props) : part
        return value === null || value === undefined || value === false ? '' : value
      })
      const key = values.join('\0')
      let name = names.get(key)
      if (name === undefined) {
        // A component that extends this one passes its class name: its rule must follow this one.
        const isExtended = given !== undefined && /go\d/.test(given)
        name = css.call({ o: isExtended }, template, ...values)
        names.set(key, name)
      }
      return given ? `${name} ${given}` : name
    }
    return function Styled(props: Props) {
      const isHost = typeof tag === 'string'
      // The extended component reads the same $ props.
      const own = isHost ? domProps(props) : { ...props }
      own['className'] = nameOf(props, props.className)
      return jsx(isHost ? (props.as ?? tag) : tag, own)
    }
  }
}

/**
 * Like goober's `styled`, which serializes a component's CSS on every render. This one does so once
 * per set of template values, because a list mounts hundreds of components a second.
 */
// It accepts what goober's accepts except themes and forwarded refs, which the app doesn't use.
const styled = styledByValues as unknown as typeof gooberStyled

export { css, keyframes, styled }
