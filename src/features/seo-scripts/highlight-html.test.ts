import { expect, test } from 'vitest'
import { highlightHtml } from './highlight-html.ts'

const drawn = (html: string) =>
  highlightHtml(html).map((line) => line.map(({ text, kind }) => `${kind}:${text}`))

test('tags, strings and comments have their colours', () => {
  expect(drawn('<!-- a -->\n<meta name="x">')).toEqual([
    ['quiet:<!-- a -->'],
    [
      'quiet:<',
      'name:meta',
      'plain: ',
      'plain:name',
      'plain:=',
      'string:"',
      'string:x',
      'string:"',
      'quiet:>',
    ],
  ])
})

test.each([
  '',
  '\n',
  'plain & <b>bold</b>\n\nlast',
  '<script>\n  track("</div>", `a\nb`) // c\n</script>',
  '<style>a{b:"c"}</style><svg><path d="M0"/></svg>',
  '<unclosed attr="x\ny',
  '<!-- never closed',
])('no character of %j is lost', (html) => {
  expect(
    highlightHtml(html)
      .map((line) => line.map((span) => span.text).join(''))
      .join('\n'),
  ).toBe(html)
})
