import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { OLDEST_BROWSERS } from '#scripts/build/oldest-browsers.mjs'
import { isTest, readCheckout, root, withoutComments } from '#tests/support/house/tree.ts'
import { NEWER_FEATURES } from '#tests/support/journeys/newer-features-data.ts'

const NAMES: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  ios: 'iOS',
}
const oldest = OLDEST_BROWSERS.map((each) => {
  const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(each) ?? []
  return { name: NAMES[name] ?? name, version }
})

test.each(['README.md', 'index.html'])('%s names the oldest browsers', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\s+/g, ' ')
  // Two of the same version share it: "Chrome and Edge 111".
  const missing = oldest.filter(
    ({ name, version }) => !new RegExp(`${name}(?: and \\w+)? ${version}\\b`).test(text),
  )
  expect(missing).toEqual([])
})

const sources = [...readCheckout()]
  .filter(([file]) => /^(?:src|sw)\/.*\.(?:ts|tsx|css)$/.test(file) && !isTest(file))
  .map(([file, text]) => [file, withoutComments(text)] as const)
const usersOf = (pattern: RegExp) =>
  sources.filter(([, text]) => pattern.test(text)).map(([file]) => file)

describe('the app uses nothing that is newer', () => {
  // Of the methods of values only the names that nothing else has. The compiler knows no newer ones of the
  // language, and the build replaces toSorted and toReversed.
  const methods = ['checkVisibility', 'startViewTransition', 'showPopover', 'toSpliced', 'with']
  const named = Object.entries(NEWER_FEATURES)
    .filter(([owner]) => !owner.endsWith('.prototype') && owner !== 'globalThis')
    .flatMap(([owner, names]) => names.split(' ').map((name) => `\\b${owner}\\.${name}\\b`))
  test.each([...named, ...methods.map((name) => `\\.${name}\\(`)])('%s', (pattern) => {
    // It has a substitute.
    const substitutes = ['src/session/first-abort.ts']
    const found = usersOf(new RegExp(pattern))
    expect(found.filter((file) => !substitutes.includes(file))).toEqual([])
  })

  // Styles that only decorate may be newer: a browser leaves out what it does not know.
  test.each([
    ':(?:dir|user-valid|user-invalid|state|open)\\b',
    '::(?:details-content|scroll-button|picker)\\b',
    '@(?:scope|starting-style|property|position-try|function)\\b',
    ': (?:light-dark|contrast-color|sibling-index)\\(',
    '\\b(?:rgb|hsl|oklch|color)\\(from ',
    '(?:^|[\\s;{])(?:anchor-name|position-anchor|interpolate-size|reading-flow|animation-timeline):',
  ])('%s', (pattern) => {
    expect(usersOf(new RegExp(pattern, 'm'))).toEqual([])
  })

  test.each([
    ['a grid of its parent', /: subgrid;/, /@supports not \(grid-template-columns: subgrid\)/],
    ['a mask', /(?<!-webkit-)mask-image:/, /-webkit-mask-image:/],
    [
      'the focus ring of a parent',
      /:has\([^)]*:focus[^)]*\)/,
      /@supports not selector\(:has\(\*\)\)/,
    ],
  ])('%s without what older browsers have', (_what, newer, older) => {
    const bare = sources.filter(([, text]) => newer.test(text) && !older.test(text))
    expect(bare.map(([file]) => file)).toEqual([])
  })
})
