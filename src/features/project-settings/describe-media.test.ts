import { expect, test } from 'vitest'
import { validateMedia, describeMedia, formatBytes } from './describe-media.ts'

test.each([
  [0, '1 KB'],
  [999, '1 KB'],
  [214_400, '214 KB'],
  [999_499, '999 KB'],
  [1_000_000, '1 MB'],
  [20_480_000, '20.5 MB'],
  [50_000_000, '50 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('a file is described by format, pixels and size', () => {
  const file = { type: 'image/png', size: 214_000 }
  expect(describeMedia(file, { width: 1280, height: 720 })).toBe('PNG, 1280 × 720, 214 KB')
  expect(describeMedia({ type: 'video/mp4', size: 2_000_000 }, null)).toBe('MP4, 2 MB')
})

test.each([
  ['image/png', 1, null],
  ['video/quicktime', 1, null],
  ['image/png', 50_000_000, null],
  ['image/png', 50_000_001, 'Must be at most 50 MB'],
  ['image/png', 0, 'The file is empty'],
  ['application/pdf', 1, 'Must be an image or a video'],
  ['', 1, 'Must be an image or a video'],
])('a file of type %j with %i bytes: %j', (type, size, error) => {
  expect(validateMedia({ type, size })).toBe(error)
})
