import { expect, test } from 'vitest'
import { localPart, mentionedIn, mentionOf, mentionsOf, typedMention } from './mentions.ts'

const MAYA = { id: '1', email: 'maya@saleroom.example' }
const OMAR = { id: '2', email: 'omar@saleroom.example' }
const OTHER_OMAR = { id: '3', email: 'omar@aura.example' }

test.each([
  ['maya@saleroom.example', 'maya'],
  ['"a@b"@saleroom.example', '"a@b"'],
  ['maya', 'maya'],
  ['@saleroom.example', '@saleroom.example'],
])('the name in %s is %s', (email, name) => {
  expect(localPart(email)).toBe(name)
})

test('of two people with the same name, the second is mentioned by the whole address', () => {
  const omar = mentionOf(OMAR, [])
  const other = mentionOf(OTHER_OMAR, [omar])
  expect([omar.name, other.name]).toEqual(['omar', OTHER_OMAR.email])
  expect(mentionOf(OTHER_OMAR, [omar, other])).toBe(other)
  const both = [omar, other]
  expect(mentionedIn(`@omar and @${OTHER_OMAR.email}`, both)).toEqual(both)
  expect(mentionedIn(`only @${OTHER_OMAR.email}`, both)).toEqual([other])
  expect(mentionedIn('only @omar', both)).toEqual([omar])
})

test('a stored text names its people as they were chosen', () => {
  const text = `@omar and @${OTHER_OMAR.email}, @maya`
  const names = mentionsOf(text, [MAYA, OTHER_OMAR, OMAR]).map(({ name }) => name)
  expect(names).toEqual(['maya', OTHER_OMAR.email, 'omar'])
  expect(mentionsOf('@omar', [OMAR])[0]?.name).toBe('omar')
})

test('a mention whose name was deleted or goes on is none', () => {
  const chosen = [mentionOf(MAYA, []), mentionOf(OMAR, [])]
  const namesIn = (text: string) => mentionedIn(text, chosen).map(({ name }) => name)
  expect(namesIn('@maya, @omar.')).toEqual(['maya', 'omar'])
  expect(namesIn('@may and @omar2')).toEqual([])
  expect(namesIn('mail a@maya')).toEqual([])
  expect(namesIn('')).toEqual([])
})

test.each([
  ['@', 1, { start: 0, q: '' }],
  ['ask @om', 7, { start: 4, q: 'om' }],
  ['ask @omar later', 9, { start: 4, q: 'omar' }],
  ['ask @omar later', 6, { start: 4, q: 'o' }],
  ['ask @omar@aura.ex', 17, { start: 4, q: 'omar@aura.ex' }],
  ['\n@om', 4, { start: 1, q: 'om' }],
  ['(@om', 4, { start: 1, q: 'om' }],
  ['omar@saleroom', 13, null],
  ['ask @omar later', 10, null],
  ['ask @omar!', 10, null],
  ['no name', 7, null],
  ['', 0, null],
  [`@${'a'.repeat(200)}`, 201, null],
])('in %j at %i, the name that is typed is %j', (text, caret, expected) => {
  expect(typedMention(text, caret)).toEqual(expected)
})
