import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseColour } from '#src/domain/colours.ts'
import { CHART_COLOURS, STALE } from './chart-colours.ts'

// The first value of a token is the default; the high-contrast ones follow.
const tokens = new Map(
  [...readFileSync('src/ui/tokens.css', 'utf8').matchAll(/(--[\w-]+): (#[\da-f]{6});/g)]
    .toReversed()
    .map(([, name, value]) => [name, value]),
)
const channelsOf = (text: string | undefined): number[] => {
  const colour = parseColour(text ?? '')
  return colour ? [colour.red, colour.green, colour.blue] : []
}

/** WCAG's relative luminance. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(text: readonly number[], ground: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(text), luminance(ground)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test.each([
  ['--text-1', '--surface-1'],
  ['--text-2', '--surface-1'],
  ['--text-3', '--surface-1'],
  ['--positive', '--surface-1'],
  ['--negative', '--surface-1'],
  ['--warning', '--surface-1'],
  ['--text-2', '--surface-3'],
])('%s of a dimmed card stays readable on %s', (text, surface) => {
  const card = channelsOf(tokens.get('--surface-1'))
  const dim = (channels: readonly number[]) =>
    channels.map((channel, index) => channel * STALE + (card[index] ?? 0) * (1 - STALE))
  const [ink, ground] = [channelsOf(tokens.get(text)), channelsOf(tokens.get(surface))]
  expect(contrast(dim(ink), dim(ground))).toBeGreaterThanOrEqual(4.5)
})

test('canvas labels have the colour of the card’s faint text', () => {
  expect(tokens.get('--text-3')).toBe(CHART_COLOURS.label)
})
