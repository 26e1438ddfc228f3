import { expect, it } from 'vitest'
import { normaliseChannel, validateChannel } from './telegram-channel.ts'

it.each([
  ['@sales_news', '@sales_news'],
  ['sales_news', '@sales_news'],
  [' @sales_news\u200B ', '@sales_news'],
  ['https://t.me/sales_news', '@sales_news'],
  ['t.me/s/sales_news/12?single', '@sales_news'],
  ['http://www.telegram.me/Sales_News', '@Sales_News'],
  ['https://t.me/c/1234567890/55', '-1001234567890'],
  ['https://web.telegram.org/k/#-1001234567890', '-1001234567890'],
  ['https://web.telegram.org/a/#@sales_news', '@sales_news'],
  ['-100 1234 567890', '-1001234567890'],
  ['−1001234567890', '-1001234567890'],
  ['–1001234567890', '-1001234567890'],
  ['4242', '4242'],
  ['', ''],
])('%j is the chat %s', (text, id) => {
  expect(normaliseChannel(text)).toBe(id)
  expect(validateChannel(id)).toBeNull()
  expect(normaliseChannel(id)).toBe(id)
})

it.each([
  ['https://t.me/+AbCdEf', 'An invitation is not an id.'],
  ['t.me/joinchat/AbCdEf', 'An invitation is not an id.'],
  ['our news channel!', 'Enter @name'],
  ['@ab', 'Enter @name'],
  ['-100-5', 'Enter @name'],
  ['https://example.com/sales_news', 'Enter @name'],
  ['9'.repeat(20), 'Enter @name'],
])('%j can not be one', (text, message) => {
  expect(validateChannel(normaliseChannel(text))).toContain(message)
})
