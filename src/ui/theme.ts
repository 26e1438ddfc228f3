import { css, keyframes } from 'goober'
import { insertStylesByRule } from './style-sheet.ts'
import { styled } from './styled.ts'

insertStylesByRule()

/**
 * The width at which the mobile layout starts (spec 2), for use inside style templates. Paper is
 * narrow too, but nobody touches it.
 */
export const MOBILE = '@media screen and (max-width: 850px)'

/** Paper, for use inside style templates. */
export const PRINT = '@media print'

export { css, keyframes, styled }
