import { expect, test } from 'vitest'
import { figureFormat } from './mask.ts'

test('with privacy on, no format shows a digit, a sign or a label', () => {
  const f = figureFormat(true)
  const texts = [
    f.usd(7391.53),
    f.usd(7391.53, 0),
    f.count(7391),
    f.compact(7391),
    f.compactUsd(7391),
    f.percent(73.91),
    f.share(7391, 10_000),
    f.change(-7.39),
    f.label('Germany', 3),
  ]
  for (const text of texts) expect(text).toMatch(/^█+$/)
})

test('the length of a mask does not depend on the amount', () => {
  const f = figureFormat(true)
  expect(f.usd(0.01)).toBe(f.usd(1_000_000))
  expect(f.label('UK', 1)).toBe(f.label('United Kingdom', 1))
})

test('masked labels have varying lengths in a list of any length', () => {
  const f = figureFormat(true)
  const lengths = Array.from({ length: 10 }, (_, index) => f.label('UK', index).length)
  expect(new Set(lengths).size).toBeGreaterThan(2)
  expect(lengths.slice(5)).toEqual(lengths.slice(0, 5))
})

test('with privacy off, figures are plain', () => {
  const f = figureFormat(false)
  expect([f.usd(1.5), f.count(1000), f.share(1, 4), f.label('Germany', 0)]).toEqual([
    '$1.50',
    '1,000',
    '25.00%',
    'Germany',
  ])
})
