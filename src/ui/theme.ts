import { css, keyframes } from 'goober'
import { insertStylesByRule } from './style-sheet.ts'
import { styled } from './styled.ts'

insertStylesByRule()

/** The width at which the mobile layout starts (spec 2), for use inside style templates. */
export const MOBILE = '@media (max-width: 850px)'

export { css, keyframes, styled }
