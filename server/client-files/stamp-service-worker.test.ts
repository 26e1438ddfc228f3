import { expect, test } from 'vitest'
import { stampServiceWorker } from './stamp-service-worker.ts'

const worker = 'keep([{"revision":"1","url":"a.js"},{"revision":"abc","url":"index.html"}])'

test('new headers of the page change the revision of the page only', () => {
  const first = stampServiceWorker(worker, "script-src 'self'")
  const second = stampServiceWorker(worker, "script-src 'none'")
  expect(first).toContain('{"revision":"1","url":"a.js"}')
  expect(first).toMatch(/\{"revision":"abc-[\da-f]{8}","url":"index\.html"\}/)
  expect(second).not.toBe(first)
  expect(stampServiceWorker(worker, "script-src 'self'")).toBe(first)
})

test('a new page with the same headers has a new revision', () => {
  const next = worker.replace('abc', 'def')
  expect(stampServiceWorker(next, 'x')).not.toBe(stampServiceWorker(worker, 'x'))
  expect(stampServiceWorker('{"url":"index.html","revision":"abc"}', 'x')).toContain('"abc-')
})

test('a worker that precaches no page is unchanged', () => {
  expect(stampServiceWorker('self.skipWaiting()', 'x')).toBe('self.skipWaiting()')
})
