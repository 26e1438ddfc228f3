import { describe, expect, test } from 'vitest'
import { placeBeside, placeList, placeTip } from './placement.ts'

const PHONE = { width: 390, height: 844 }
const TIP = { width: 100, height: 40 }

describe('a tooltip keeps 8 px from every edge', () => {
  test.each([
    ['in the middle it is centred above', { left: 180, top: 400, width: 30, height: 20 }, 145, 354],
    ['near the top it goes below', { left: 180, top: 20, width: 30, height: 20 }, 145, 46],
    ['exactly 8 px above still fits', { left: 180, top: 54, width: 30, height: 20 }, 145, 8],
    ['one px less flips it', { left: 180, top: 53, width: 30, height: 20 }, 145, 79],
    ['at the left edge', { left: 0, top: 400, width: 20, height: 20 }, 8, 354],
    ['at the right edge', { left: 370, top: 400, width: 20, height: 20 }, 282, 354],
  ])('%s', (_name, anchor, left, top) => {
    expect(placeTip(anchor, TIP, PHONE)).toEqual({ left, top })
  })

  test('without space above and below it stays in the viewport', () => {
    const low = { width: 390, height: 60 }
    expect(placeTip({ left: 100, top: 20, width: 20, height: 20 }, TIP, low).top).toBe(8)
  })

  test('wider than the viewport, its start is visible', () => {
    const wide = { width: 500, height: 40 }
    expect(placeTip({ left: 100, top: 400, width: 20, height: 20 }, wide, PHONE).left).toBe(8)
  })
})

describe('a chart’s tooltip keeps 8 px from every edge', () => {
  test.each([
    ['to the right of the pointer', { x: 100, y: 400 }, 116, 380],
    ['to its left when there is no room', { x: 300, y: 400 }, 184, 380],
    ['the last fit on the right', { x: 266, y: 400 }, 282, 380],
    ['one px further flips it', { x: 267, y: 400 }, 151, 380],
    ['at the top', { x: 100, y: 5 }, 116, 8],
    ['at the bottom', { x: 100, y: 840 }, 116, 796],
    ['beside an element', { x: 50, y: 400, width: 50 }, 116, 380],
    ['to the left of an element', { x: 300, y: 400, width: 50 }, 184, 380],
  ])('%s', (_name, point, left, top) => {
    expect(placeBeside(point, TIP, PHONE)).toEqual({ left, top })
  })
})

describe('a list below a caret keeps 8 px from every edge', () => {
  const LIST = { width: 208, height: 232 }
  test.each([
    ['in the middle it is below', { left: 100, top: 400 }, 100, 424],
    ['at the right edge', { left: 380, top: 400 }, 174, 424],
    ['the last fit below', { left: 100, top: 580 }, 100, 604],
    ['one px lower flips it', { left: 100, top: 581 }, 100, 345],
  ])('%s', (_name, caret, left, top) => {
    expect(placeList({ ...caret, width: 0, height: 20 }, LIST, PHONE)).toEqual({ left, top })
  })

  test('without space below and above it stays in the viewport', () => {
    const low = { width: 390, height: 400 }
    const caret = { left: 100, top: 200, width: 0, height: 20 }
    expect(placeList(caret, LIST, low).top).toBe(160)
  })
})
