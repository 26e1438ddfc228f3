import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assignColours, darken, hasRepeatedColour, lighten } from './colours.ts'
import { PALETTE, parseColour, withAlpha } from './colours.ts'

test('the palette equals the design tokens, in order', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  const found = [...tokens.matchAll(/--cat-\d+: (#[\da-f]{6});/g)].map((match) => match[1])
  expect(PALETTE).toEqual(found)
})

const ORANGE = { red: 255, green: 136, blue: 0, alpha: 1 }
test.each([
  ['#f80', ORANGE],
  ['#FF8800', ORANGE],
  [' #f80 ', ORANGE],
  ['rgb(255, 136, 0)', ORANGE],
  ['rgb(255 136 0)', ORANGE],
  ['rgb(300, 136, -5)', ORANGE],
  ['rgba(255, 136, 0, 0.5)', { ...ORANGE, alpha: 0.5 }],
  ['rgb(255 136 0 / 50%)', { ...ORANGE, alpha: 0.5 }],
  ['hsl(32, 100%, 50%)', ORANGE],
  ['hsl(392 100% 50%)', ORANGE],
])('%s is a colour', (text, colour) => {
  expect(parseColour(text)).toEqual(colour)
})

test.each(['', 'red', '#ff', '#ff88', '#ff88000', '#ff880080', 'rgb(1, 2)', 'hsl(1, 2, 3)'])(
  '"%s" is refused',
  (text) => {
    expect(parseColour(text)).toBeNull()
  },
)
test.each(['hsla(1, 2%, 3%, 1)', 'lab(1 2 3)', 'url(x)', 'rgb(1, 2, 3); }'])(
  '"%s" is refused too',
  (text) => {
    expect(parseColour(text)).toBeNull()
  },
)

test.each([
  [0, 'rgb(250, 128, 4)'],
  [1, 'rgb(253, 131, 7)'],
  [10, 'rgb(255, 154, 30)'],
  [100, 'rgb(255, 255, 255)'],
])('lightening by %d per cent never exceeds 255', (percent, colour) => {
  expect(lighten('rgb(250, 128, 4)', percent)).toBe(colour)
})

test.each([
  [10, 'rgb(224, 102, 0)'],
  [100, 'rgb(0, 0, 0)'],
])('darkening by %d per cent never falls below 0', (percent, colour) => {
  expect(darken('rgb(250, 128, 4)', percent)).toBe(colour)
})

test('a text that is not a colour is returned unchanged', () => {
  expect([lighten('red', 10), withAlpha('red', 0.5)]).toEqual(['red', 'red'])
  expect(withAlpha('#f80', 0.32)).toBe('rgba(255, 136, 0, 0.32)')
})

test('colours follow the order of the projects, and the 15th repeats the first', () => {
  const names = ['toString', 'valueOf', ...Array.from({ length: 13 }, (_, i) => `P${i}`)]
  const colours = assignColours(names)
  expect(colours.get('toString')).toBe(PALETTE[0])
  expect(colours.get('valueOf')).toBe(PALETTE[1])
  expect(colours.get('P12')).toBe(PALETTE[0])
})

test('colours repeat from the 15th project on', () => {
  const names = Array.from({ length: 30 }, (_, index) => `P${index}`)
  const repeatedOf = (count: number) => {
    const colours = assignColours(names.slice(0, count))
    return names.slice(0, count).filter((name) => hasRepeatedColour(colours, name))
  }
  expect(repeatedOf(14)).toEqual([])
  expect(repeatedOf(16)).toEqual(['P14', 'P15'])
  expect(repeatedOf(30)).toHaveLength(16)
})
