import { css } from 'goober'
import type { styled as gooberStyled } from 'goober'
import type { ElementType } from 'react'
import { jsx } from 'react/jsx-runtime'

type Props = { as?: ElementType; className?: string } & Record<string, unknown>
type Value = string | number | false | null | undefined
type Part = Value | ((props: Props) => Value)

const STYLE_PROP = '$'.charCodeAt(0)

/** The props of an element: those that only styles read start with $ and must not reach the DOM. */
function forElement(props: Props): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name in props) {
    if (name.charCodeAt(0) !== STYLE_PROP && name !== 'as') kept[name] = props[name]
  }
  return kept
}

function byValues(tag: ElementType) {
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
        // A component that extends this one brings its name: its rule has to come after ours.
        const isExtended = given !== undefined && /go\d/.test(given)
        name = css.call({ o: isExtended }, template, ...values)
        names.set(key, name)
      }
      return given ? `${name} ${given}` : name
    }
    return function Styled(props: Props) {
      const isHost = typeof tag === 'string'
      // What it extends reads the same $ props.
      const own = isHost ? forElement(props) : { ...props }
      own['className'] = nameOf(props, props.className)
      return jsx(isHost ? (props.as ?? tag) : tag, own)
    }
  }
}

/**
 * goober's `styled`, which writes a component's whole CSS anew each time it renders. Here that is
 * done once for each set of values that its template is given: a list mounts hundreds of them a second.
 */
// It takes what goober's takes, but for themes and forwarded refs, which nothing here uses.
export const styled = byValues as unknown as typeof gooberStyled
