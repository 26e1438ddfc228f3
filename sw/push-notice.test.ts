import { expect, test } from 'vitest'
import { readNotice } from './push-notice.ts'

const ORIGIN = 'https://sales.example'
const message = {
  title: 'AURA: a purchase over your limit',
  body: 'Stage 2',
  path: '/transactions/AURA/12',
  tag: 'purchase-12',
  at: '2026-11-20T12:00:00.000Z',
}
const read = (value: unknown) => readNotice(JSON.stringify(value), ORIGIN)

test('a message is shown with its text, tag, time and page', () => {
  const notice = readNotice(`${JSON.stringify(message)}      `, ORIGIN)
  expect(notice).toEqual({
    title: message.title,
    options: {
      body: 'Stage 2',
      tag: 'purchase-12',
      icon: '/icons/icon-192.v1.png',
      badge: '/icons/badge-96.v1.png',
      data: { path: '/transactions/AURA/12' },
      timestamp: Date.parse(message.at),
    },
  })
})

test.each([
  null,
  '',
  'not json',
  '{"title":"cut',
  'null',
  '[]',
  '7',
  '{}',
  '{"title":"","body":"x"}',
  '{"title":{},"body":"x"}',
  '{"title":"x","path":"/leads"}',
])('the message %j has the general notice, which opens Home', (text) => {
  const { title, options } = readNotice(text, ORIGIN)
  expect([title, options.body]).toEqual(['Saleroom', 'Open the app to see what is new'])
  expect([options.data.path, options.tag]).toEqual(['/', 'saleroom'])
})

test('a part that is missing or wrong is left out', () => {
  const odd = { ...message, tag: 7, at: 'yesterday', path: '//evil.example' }
  const { title, options } = read(odd)
  expect(title).toBe(message.title)
  expect(options).not.toHaveProperty('timestamp')
  expect([options.tag, options.data.path]).toEqual(['saleroom', '/'])
})
