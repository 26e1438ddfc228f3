// react-hot-toast calls goober's setup() when it is evaluated: it must run before ours, or its call
// drops our prop filter ("Invalid attribute name: $x").
import 'react-hot-toast'
import { createElement } from 'react'
import { css, keyframes, setup, styled } from 'goober'
import { shouldForwardProp } from 'goober/should-forward-prop'
import { insertStylesByRule } from './style-sheet.ts'

insertStylesByRule()

setup(
  createElement,
  undefined,
  undefined,
  // Props that only styles read start with $ and must not reach the DOM.
  shouldForwardProp((prop) => !prop.startsWith('$')),
)

/** The width at which the mobile layout starts (spec 2), for use inside style templates. */
export const MOBILE = '@media (max-width: 850px)'

export { css, keyframes, styled }
