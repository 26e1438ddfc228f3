import { expect, test } from 'vitest'
import { stampWorker } from './stamp-service-worker.ts'

const worker = 'keep([{"revision":"1","url":"a.js"},{"revision":"abc","url":"index.html"}])'

test('new headers of the page are a new revision of the page, and of nothing else', () => {
  const first = stampWorker(worker, "script-src 'self'")
  const second = stampWorker(worker, "script-src 'none'")
  expect(first).toContain('{"revision":"1","url":"a.js"}')
  expect(first).toMatch(/\{"revision":"abc-[\da-f]{8}","url":"index\.html"\}/)
  expect(second).not.toBe(first)
  expect(stampWorker(worker, "script-src 'self'")).toBe(first)
})

test('a new page is a new revision with the same headers', () => {
  const next = worker.replace('abc', 'def')
  expect(stampWorker(next, 'x')).not.toBe(stampWorker(worker, 'x'))
  expect(stampWorker('{"url":"index.html","revision":"abc"}', 'x')).toContain('"abc-')
})

test('a worker that keeps no page, as the one that removes itself, stays as it is', () => {
  expect(stampWorker('self.skipWaiting()', 'x')).toBe('self.skipWaiting()')
})
