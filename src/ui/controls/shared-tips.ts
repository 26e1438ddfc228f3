import { createContext } from 'react'
import type { iconImage } from './icon-image.ts'

/** Inside a SharedTip, how icon buttons draw their icons; null elsewhere. */
export const SharedTips = createContext<typeof iconImage | null>(null)

/** The attribute of the elements whose accessible name is their tip. */
export const SHARED_TIP = 'data-tip'
