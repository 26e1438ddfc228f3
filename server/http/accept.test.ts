import { expect, test } from 'vitest'
import { prefersCsv } from './accept.ts'

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/plain, */*', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', false],
  ['text/csv', true],
  ['TEXT/CSV; charset=utf-8', true],
  ['text/csv;q=0.5', true],
  ['text/csv;q=0', false],
  ['text/*', true],
  ['text/csv, */*', true],
  ['*/*, text/csv', true],
  ['text/csv, */*;q=0.1', true],
  ['text/csv;q=0.9, */*', false],
  ['text/csv;q=0.9, */*;q=0.8', true],
  ['text/csv;q=0.9, application/json;q=0.8', true],
  ['text/csv, application/json', true],
  ['application/json, text/csv', false],
  ['application/json;q=0.5, text/csv', true],
  ['text/csv;q=0, */*', false],
  ['application/xml', false],
  ['text/csv;q=abc', true],
])('%j prefers CSV: %j', (header, prefers) => {
  expect(prefersCsv(header)).toBe(prefers)
})
