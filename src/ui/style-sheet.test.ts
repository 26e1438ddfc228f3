import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { insertStylesByRule, splitRules } from './style-sheet.ts'

it.each([
  ['', []],
  ['.a{color:red;}.b{color:blue;}', ['.a{color:red;}', '.b{color:blue;}']],
  [
    '.a{color:red;}@media (max-width: 850px){.a{color:blue;}.a:hover{top:0;}}@keyframes k{0%{top:0;}}',
    [
      '.a{color:red;}',
      '@media (max-width: 850px){.a{color:blue;}.a:hover{top:0;}}',
      '@keyframes k{0%{top:0;}}',
    ],
  ],
])('styles are split into rules: %s', (css, rules) => {
  expect(splitRules(css)).toEqual(rules)
})

const rules: string[] = []
const replaced: string[] = []
let resize = () => {}

class Sheet {
  cssRules = rules
  replaceSync(css: string): void {
    replaced.push(css)
  }
  insertRule(rule: string, place: number): number {
    if (rule.includes('::-other')) throw new SyntaxError(rule)
    rules.splice(place, 0, rule)
    return place
  }
}

beforeEach(() => {
  rules.length = 0
  replaced.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => {
    resize = listener
  })
  vi.stubGlobal('document', { adoptedStyleSheets: [], head: {} })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('CSSStyleSheet', Sheet)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('goober inserts each rule once, in order, and skips rules that the browser rejects', async () => {
  insertStylesByRule()
  const { css } = await import('goober')
  const first = css`
    color: red;
  `
  void css`
    ::-other-thing {
      color: red;
    }
  `
  const second = css`
    color: blue;
    @media print {
      color: black;
    }
  `
  expect(css`
    color: red;
  `).toBe(first)
  expect(rules).toEqual([
    `.${first}{color:red;}`,
    `.${second}{color:blue;}`,
    `@media print{.${second}{color:black;}}`,
  ])
})

it('the rules are parsed again, as they were written, once the width of the window has changed', async () => {
  insertStylesByRule()
  const { css } = await import('goober')
  const name = css`
    padding: var(--gap);
    padding-left: 0;
    ::-other-thing {
      color: red;
    }
    @media (max-width: 850px) {
      color: blue;
    }
  `
  resize()
  vi.advanceTimersByTime(1000)
  expect(replaced).toEqual([])
  for (const width of [900, 800, 390]) {
    vi.stubGlobal('innerWidth', width)
    resize()
    vi.advanceTimersByTime(199)
  }
  expect(replaced).toEqual([])
  vi.advanceTimersByTime(1)
  expect(replaced).toEqual([
    `.${name}{padding:var(--gap);padding-left:0;}\n@media (max-width: 850px){.${name}{color:blue;}}`,
  ])
})
