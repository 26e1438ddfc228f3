import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** More presses than this mean that the target is not reachable. */
const MAX_STOPS = 160

const OUTSIDE = 'the browser'

type Way = 'Tab' | 'Shift+Tab' | 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** A user with only a keyboard, who relies on the visible focus. */
export interface Keyboard {
  /**
   * Presses Tab, or another key, until the target has the focus. The focus must be visible at
   * every stop.
   */
  to: (target: Locator, way?: Way) => Promise<void>
  /** Moves to the target and presses Enter, or another key, on it. */
  press: (target: Locator, key?: string, way?: Way) => Promise<void>
  /** Moves to a field and replaces its text. */
  fill: (field: Locator, text: string) => Promise<void>
  /** Waits until the app moves the focus to the target and the focus is visible. */
  isAt: (target: Locator) => Promise<void>
}

/** The keyboard of this page. */
export function keyboardOf(page: Page): Keyboard {
  const to: Keyboard['to'] = async (target, way = 'Tab') => {
    const seen: string[] = []
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      await page.keyboard.press(way)
      const { name, error, isThere } = await target.evaluate(readFocus, OUTSIDE)
      // After the page's last stop Tab moves to the browser's own controls, once per round.
      const isOutside = name === OUTSIDE && !seen.includes(OUTSIDE)
      seen.push(name)
      if (isOutside) continue
      expect(error, `${name}, after ${seen.slice(-4).join(', ')}`).toBeNull()
      if (isThere) return
    }
    throw new Error(`No ${String(target)} on the way: ${seen.join(', ')}`)
  }
  const press: Keyboard['press'] = async (target, key = 'Enter', way = 'Tab') => {
    await to(target, way)
    await page.keyboard.press(key)
  }
  return {
    to,
    press,
    fill: async (field, text) => {
      await to(field)
      await page.keyboard.press('ControlOrMeta+a')
      if (text === '') await page.keyboard.press('Delete')
      else await page.keyboard.insertText(text)
    },
    isAt: async (target) => {
      await expect(target).toBeFocused()
      const { name, error } = await target.evaluate(readFocus, OUTSIDE)
      expect(error, name).toBeNull()
    },
  }
}

/**
 * Describes the focused element, whether it is the target, and why its focus is not visible: it has
 * no focus ring, it is outside the window, or it is covered. Runs in the page.
 */
async function readFocus(
  goal: Element,
  outside: string,
): Promise<{ name: string; isThere: boolean; error: string | null }> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** The ring (--focus-ring) on the element, or on the frame around a borderless field. */
  const isMarked = (element: Element) => {
    let at: Element | null = element
    for (let level = 0; at && level < 3; level++, at = at.parentElement) {
      const { boxShadow, borderColor, outlineColor } = getComputedStyle(at)
      if (`${boxShadow} ${borderColor} ${outlineColor}`.includes('120, 180, 255')) return true
    }
    return false
  }
  const coverOf = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    // The centre, and points just inside each side: the corners of a pill are outside of it.
    for (const [pointX, pointY] of [
      [x, y],
      [left + 2, y],
      [right - 2, y],
      [x, top + 2],
      [x, bottom - 2],
    ] as const) {
      const hit = document.elementFromPoint(pointX, pointY)
      // A toast may cover anything for a few seconds.
      if (hit === null || hit.closest('#toasts')) continue
      if (!element.contains(hit) && !hit.contains(element)) return hit
    }
    return null
  }
  const errorOf = (element: Element) => {
    const { left, top, right, bottom, height } = element.getBoundingClientRect()
    const isWhole = top >= 0 && bottom <= innerHeight + 0.5
    // An element about as high as the window cannot be fully inside it.
    const isIn = isWhole || (height > innerHeight / 2 && bottom > 0 && top < innerHeight)
    if (!isIn || left < 0 || right > innerWidth) return 'out of the window'
    // A title has the focus only for screen readers.
    if (!isMarked(element) && !element.matches('h1, h2, h3')) return 'no ring'
    const cover = coverOf(element)
    return cover && `under ${cover.outerHTML.slice(0, 160)}`
  }
  const read = () => {
    const element = document.activeElement
    if (!element || element === document.body)
      return { name: outside, isThere: false, error: 'not in the page' }
    const label = element.getAttribute('aria-label') ?? element.textContent
    const name = `${element.tagName} "${label.slice(0, 40)}"`
    return { name, isThere: element === goal, error: errorOf(element) }
  }
  let seen = read()
  // A ring fades in, the page may still be scrolling, and a list that renders its rows again holds
  // the focus until the row is back; or the focus moves on because its element is gone.
  const isAway = () => seen.name === outside && !document.hasFocus()
  for (let wait = 0; seen.error !== null && !isAway() && wait < 30; wait++) {
    await frame()
    seen = read()
  }
  return seen
}
