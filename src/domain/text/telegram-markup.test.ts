import { expect, test } from 'vitest'
import { parseTelegramMarkup, telegramMessageError } from './telegram-markup.ts'

test.each([
  ['a plain text', ['a plain text']],
  [
    '<b>1</b> of <STRONG>2</strong>',
    [{ tag: 'b', children: ['1'] }, ' of ', { tag: 'b', children: ['2'] }],
  ],
  ['<i><u>x</u></i>', [{ tag: 'i', children: [{ tag: 'u', children: ['x'] }] }]],
  [
    '<em>a</em><ins>b</ins>',
    [
      { tag: 'i', children: ['a'] },
      { tag: 'u', children: ['b'] },
    ],
  ],
  [
    '<s>a</s><strike>b</strike><del>c</del>',
    ['a', 'b', 'c'].map((text) => ({ tag: 's', children: [text] })),
  ],
  ['<a href="{buy_url}" >Buy</a >', [{ tag: 'a', children: ['Buy'] }]],
  ["<a href='x>y'>z</a>", [{ tag: 'a', children: ['z'] }]],
  [
    '<pre><code class=language-ts>1</code></pre>',
    [{ tag: 'pre', children: [{ tag: 'code', children: ['1'] }] }],
  ],
  ['<blockquote expandable>q</blockquote>', [{ tag: 'blockquote', children: ['q'] }]],
  ['<tg-spoiler>a</tg-spoiler>', [{ tag: 'spoiler', children: ['a'] }]],
  ['<span class="tg-spoiler">a</span>', [{ tag: 'spoiler', children: ['a'] }]],
  ['<b>a</>', [{ tag: 'b', children: ['a'] }]],
  ['&lt;b&gt; &amp; &quot;&#65;&#x42;&nbsp;&#0;', ['<b> & "AB&nbsp;&#0;']],
  ['&#xd7ff;&#xd800;&#xdfff;&#xe000;', ['\ud7ff&#xd800;&#xdfff;\ue000']],
  ['a > b & c', ['a > b & c']],
])('%s is displayed in the chat', (text, nodes) => {
  expect(parseTelegramMarkup(text)).toEqual({ nodes, error: null })
  expect(telegramMessageError(text)).toBeNull()
})

test.each([
  ['<h1>a</h1>', /The tag <h1> is not allowed in Telegram\. Allowed: b, i, u/],
  ['<img src=x onerror=hit()>', /The tag <img> is not allowed/],
  ['<br>', /The tag <br> is not allowed/],
  [`<${'x'.repeat(400)}>`, /^The tag <x{30}…> is not allowed/],
  ['<constructor>', /not allowed/],
  ['1 < 2', /Write &lt; for a </],
  ['a <', /Write &lt; for a </],
  ['<3', /Write &lt; for a </],
  ['<b>a', /The tag <b> is not closed/],
  ['<b><i>a</b></i>', /The tag <\/b> stands where <\/i> is expected/],
  ['a</b>', /The tag <\/b> closes nothing/],
  ['<b', /The tag <b> has no closing >/],
  ['<a href="x>y</a>', /The tag <a> has no closing >/],
  ['<span>a</span>', /needs class="tg-spoiler"/],
  ['<b> \n</b>', /Enter a text/],
])('%s is an error', (text, error) => {
  expect(telegramMessageError(text)).toMatch(error)
})

test('an empty message is valid', () => {
  expect(telegramMessageError('')).toBeNull()
})
