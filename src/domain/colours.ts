/** Project colours: the palette, and the calculations for hovered, dimmed and hatched bars. */

/** The 14 categorical colours, the same values as `--cat-1` to `--cat-14` of the design tokens. */
export const PALETTE = [
  '#2ebfa5',
  '#4a80e0',
  '#e9c66a',
  '#e86a70',
  '#cfbaf5',
  '#617f0f',
  '#77c3dd',
  '#f58632',
  '#c656af',
  '#5bba4d',
  '#f6b9b6',
  '#9470e2',
  '#ae9d82',
  '#8a94a7',
] as const

/** Channels 0 to 255, alpha 0 to 1. */
export interface Colour {
  red: number
  green: number
  blue: number
  alpha: number
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`
const BETWEEN = String.raw`\s*[,\s]\s*`
const RGB = new RegExp(
  `^rgba?\\(\\s*(${NUMBER}%?)${BETWEEN}(${NUMBER}%?)${BETWEEN}(${NUMBER}%?)(?:\\s*[,/]\\s*(${NUMBER}%?))?\\s*\\)$`,
  'i',
)
const HSL = new RegExp(
  `^hsl\\(\\s*(${NUMBER})(?:deg)?${BETWEEN}(${NUMBER})%${BETWEEN}(${NUMBER})%\\s*\\)$`,
  'i',
)
const HEX = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i

/** Parses rgb, rgba, hex of 3 or 6 digits, or hsl. Null for anything else. */
export function parseColour(text: string): Colour | null {
  const source = text.trim()
  return parseHex(source) ?? parseRgb(source) ?? parseHsl(source)
}

function parseHex(text: string): Colour | null {
  const [, short, long] = HEX.exec(text) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  if (!digits) return null
  const value = Number.parseInt(digits, 16)
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255, alpha: 1 }
}

function parseRgb(text: string): Colour | null {
  const [, red, green, blue, alpha] = RGB.exec(text) ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  return {
    red: channel(red),
    green: channel(green),
    blue: channel(blue),
    alpha: alpha === undefined ? 1 : clamp(fraction(alpha, 1), 1),
  }
}

function parseHsl(text: string): Colour | null {
  const [, hue, saturation, lightness] = HSL.exec(text) ?? []
  if (hue === undefined || saturation === undefined || lightness === undefined) return null
  const h = ((Number(hue) % 360) + 360) % 360
  const s = clamp(Number(saturation) / 100, 1)
  const l = clamp(Number(lightness) / 100, 1)
  const at = (n: number) => {
    const k = (n + h / 30) % 12
    return Math.round(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return { red: at(0), green: at(8), blue: at(4), alpha: 1 }
}

function channel(text: string): number {
  return Math.round(clamp(fraction(text, 255), 255))
}

function fraction(text: string, whole: number): number {
  return text.endsWith('%') ? (Number(text.slice(0, -1)) * whole) / 100 : Number(text)
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value))
}

function format({ red, green, blue, alpha }: Colour): string {
  return alpha === 1
    ? `rgb(${red}, ${green}, ${blue})`
    : `rgba(${red}, ${green}, ${blue}, ${alpha})`
}

function shift(text: string, percent: number): string {
  const colour = parseColour(text)
  if (!colour) return text
  const amount = Math.sign(percent) * Math.round(2.55 * Math.abs(percent))
  return format({
    red: clamp(colour.red + amount, 255),
    green: clamp(colour.green + amount, 255),
    blue: clamp(colour.blue + amount, 255),
    alpha: colour.alpha,
  })
}

/** Adds `percent` of 255 to each channel, up to 255. Returns invalid colours unchanged. */
export function lighten(text: string, percent: number): string {
  return shift(text, percent)
}

/** Subtracts `percent` of 255 from each channel, down to 0. Returns invalid colours unchanged. */
export function darken(text: string, percent: number): string {
  return shift(text, -percent)
}

/** The colour with this opacity, 0 to 1. */
export function withAlpha(text: string, alpha: number): string {
  const colour = parseColour(text)
  return colour ? format({ ...colour, alpha: clamp(alpha, 1) }) : text
}

/**
 * Assigns a colour to each project by its number, in that order. The palette repeats after 14. A
 * number counts all projects in the order of their creation, so that a new project changes no colour
 * and everybody sees the same ones.
 * @param numberOf from 1; undefined counts the list instead
 */
export function assignColours(
  projects: readonly string[],
  numberOf: (project: string) => number | undefined = () => undefined,
): Map<string, string> {
  return new Map(
    projects
      .map((name, index) => ({ name, number: numberOf(name) ?? index + 1 }))
      .toSorted((a, b) => a.number - b.number)
      .map(({ name, number }) => [name, PALETTE[(number - 1) % PALETTE.length] ?? PALETTE[0]]),
  )
}

/**
 * Whether an earlier project has the same colour. A hatch then distinguishes the two.
 * @param colours the result of `assignColours` for all projects
 */
export function hasRepeatedColour(colours: ReadonlyMap<string, string>, project: string): boolean {
  const first = [...colours].find(([, colour]) => colour === colours.get(project))
  return first !== undefined && first[0] !== project
}
