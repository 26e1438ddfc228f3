import { expect, test } from 'vitest'
import { encodeMessage, topicOf } from './push-message.ts'

const message = {
  title: 'AURA: a purchase over your limit',
  body: 'Stage 2',
  path: '/transactions/AURA/12',
  tag: 'purchase-12',
  at: '2026-11-20T12:00:00.000Z',
}
const read = (bytes: Buffer) => JSON.parse(bytes.toString('utf8'))

test('a message is JSON, filled up so that its length tells nothing', () => {
  const bytes = encodeMessage(message)
  expect(read(bytes)).toEqual(message)
  expect(bytes.length).toBe(256)
  const other = encodeMessage({ ...message, body: 'Stage 2: $1,234,567.89' })
  expect(other.length).toBe(bytes.length)
})

test.each([
  ['letters', 'a'],
  ['letters of two bytes', 'ü'],
  ['surrogate pairs', '💶'],
  ['joined characters', 'a💶é'],
  ['what JSON escapes', '"\\\n'],
])('a long text of %s is cut at a character', (_name, part) => {
  const bytes = encodeMessage({ ...message, body: part.repeat(4000) })
  expect(bytes.length).toBe(3900)
  const { body, ...others } = read(bytes)
  const { body: _body, ...rest } = message
  expect(others).toEqual(rest)
  expect(body.isWellFormed()).toBe(true)
  expect(body.endsWith('…')).toBe(true)
  const kept = Array.from(body.slice(0, -1) as string)
  expect(part.repeat(4000).startsWith(kept.join(''))).toBe(true)
  // One character more would have been too long.
  const longer = {
    ...message,
    body: `${kept.join('')}${[...part][kept.length % [...part].length]}…`,
  }
  expect(Buffer.byteLength(JSON.stringify(longer))).toBeGreaterThan(3900)
})

test('a text is as long as it fits, to the byte', () => {
  const empty = Buffer.byteLength(JSON.stringify({ ...message, body: '' }))
  const exact = 'x'.repeat(3900 - empty)
  expect(read(encodeMessage({ ...message, body: exact })).body).toBe(exact)
  expect(read(encodeMessage({ ...message, body: `${exact}x` })).body).toBe(`${exact.slice(0, -3)}…`)
})

test('a title that fills the message alone leaves out the text', () => {
  const { title, body } = read(encodeMessage({ ...message, title: 'T'.repeat(5000) }))
  expect(title).toMatch(/^T{3000,}…$/)
  expect(body).toBe('')
})

test('a path that is too long opens Home, and half a surrogate pair becomes a sign', () => {
  const odd = { ...message, path: `/${'x'.repeat(500)}`, tag: '💶'.repeat(100), body: 'a\ud83d' }
  expect(read(encodeMessage(odd))).toMatchObject({
    path: '/',
    tag: '💶'.repeat(50),
    body: 'a\ufffd',
  })
})

test('the topic of an event is 32 characters of base64url, always the same', () => {
  expect(topicOf('event-1')).toMatch(/^[\w-]{32}$/)
  expect(topicOf('event-1')).toBe(topicOf('event-1'))
  expect(topicOf('event-2')).not.toBe(topicOf('event-1'))
})
