import { expect, test } from 'vitest'
import { noteParts, type NotePart } from './note-parts.ts'

const ADDRESS = `0x${'8e41c0a7'.repeat(5)}`
const HASH = `0x${'5b02f7c9'.repeat(8)}`
const OMAR = { id: '1', email: 'omar@saleroom.example', name: 'omar' }
const OMAR_ELSEWHERE = { id: '2', email: 'omar@aura.example', name: 'omar@aura.example' }

/** The parts that are not plain text, as "kind text", with the address that a link leads to if it differs. */
const marked = (text: string) =>
  noteParts(text, [OMAR, OMAR_ELSEWHERE]).flatMap((part) =>
    part.is === 'text' ? [] : [named(part)],
  )
function named(part: NotePart): string {
  const leadsTo = part.is === 'link' && part.href !== part.text ? ` -> ${part.href}` : ''
  return `${part.is} ${part.text}${leadsTo}`
}

const SITE = 'https://aura.example'

test.each<[string, string[]]>([
  ['nothing special', []],
  ['', []],
  // Mentions
  ['@omar please look', ['mention @omar']],
  ['(@omar), @omar. @omar: @omar?', Array.from({ length: 4 }, () => 'mention @omar')],
  ['@omar@aura.example and @omar', ['mention @omar@aura.example', 'mention @omar']],
  ['@omar-said', []],
  ['@omarr @oma @maya', []],
  ['mail omar@omar or x@omar', []],
  ['😀@omar', ['mention @omar']],
  ['é@omar', []],
  // Addresses and hashes
  [`paid with ${ADDRESS}.`, [`wallet ${ADDRESS}`]],
  [`${ADDRESS}\n${HASH}`, [`wallet ${ADDRESS}`, `hash ${HASH}`]],
  [
    `"${HASH.toUpperCase().replace('0X', '0x')}"`,
    [`hash ${HASH.toUpperCase().replace('0X', '0x')}`],
  ],
  [`${ADDRESS}0`, []],
  [`${ADDRESS}g`, []],
  [`a${ADDRESS}`, []],
  [`${HASH}${HASH}`, []],
  ['0x 0x12', []],
  // Links
  [`see ${SITE}/a?b=1&c=[2]#d.`, [`link ${SITE}/a?b=1&c=[2]#d`]],
  [`(${SITE}/wiki_(x)) and <${SITE}/a>`, [`link ${SITE}/wiki_(x)`, `link ${SITE}/a`]],
  [`${SITE}/a…`, [`link ${SITE}/a`]],
  [`"${SITE}/q", '${SITE}/r'!?`, [`link ${SITE}/q`, `link ${SITE}/r`]],
  [`HTTP://Aura.Example/A`, ['link HTTP://Aura.Example/A -> http://aura.example/A']],
  [`${SITE}/${ADDRESS}/@omar`, [`link ${SITE}/${ADDRESS}/@omar`]],
  ['https:// http://. https://:1', []],
  ['xhttps://aura.example', []],
  // No other scheme leads anywhere
  ['javascript:alert(1) data:text/html,<b> file:///etc vbscript:x ftp://a.example //a.example', []],
  ['javascript://aura.example/%0aalert(1)', []],
  // What only seems to lead to a site
  ['https://saleroom.example@evil.example/', []],
  ['https://user:password@evil.example/', []],
  ['https://аura.example/', []],
  ['https://aura.exаmple/', []],
  ['https://münchen.example/', []],
  ['https://aura.example\\@evil.example', [`link ${SITE} -> ${SITE}/`]],
  [`${SITE}\u202emoc.live`, [`link ${SITE} -> ${SITE}/`]],
  [`${SITE}\u200b.evil.example`, [`link ${SITE} -> ${SITE}/`]],
  // Markup
  [
    '<a href="https://aura.example/x">x</a> [x](https://aura.example/y) **b** `c`',
    [`link ${SITE}/x`, `link ${SITE}/y`],
  ],
  [`<img src=x onerror=alert(1)>`, []],
])('%j leads to %j', (text, expected) => {
  expect(marked(text)).toEqual(expected)
})

const WORST = ['@', '0x', 'http://', '@omar', `${ADDRESS}0`, 'https://[', ')', '\u202e', '😀', 'a']
test.each(WORST)('the parts of a long text of %j are that text', (piece) => {
  const text = piece.repeat(100_000 / piece.length)
  const parts = noteParts(text, [OMAR, OMAR_ELSEWHERE])
  expect(parts.map((part) => part.text).join('') === text).toBe(true)
})
