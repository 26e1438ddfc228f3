import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}
/** Whether the dragged element shows its drop position. */
type Arrival = () => Promise<boolean>

/** A hand is never completely still: the pointer moves slightly until the element has arrived. */
async function hover(move: (offset: number) => Promise<unknown>, arrival: Arrival) {
  let step = 0
  await expect
    .poll(async () => {
      step += 1
      await move(step % 2 === 0 ? 0 : 2)
      return arrival()
    })
    .toBe(true)
}

/** Drags the element at a point down by `distance` px, and releases it once it has arrived. */
export async function dragByMouse(
  page: Page,
  at: Point,
  by: number,
  { button = 'left', arrival }: { button?: 'left' | 'right'; arrival?: Arrival } = {},
) {
  await page.mouse.move(at.x, at.y)
  await page.mouse.down({ button })
  await page.mouse.move(at.x, at.y + by, { steps: 20 })
  if (arrival) await hover((offset) => page.mouse.move(at.x, at.y + by + offset), arrival)
  await page.mouse.up({ button })
}

/** The same by touch. */
export async function dragByTouch(page: Page, { x, y }: Point, by: number, arrival: Arrival) {
  const input = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
    input.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + down }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 20; step += 1) await touch('touchMove', (by * step) / 20)
  await hover((offset) => touch('touchMove', by + offset), arrival)
  await touch('touchEnd', by)
}
