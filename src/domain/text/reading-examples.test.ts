import { expect, test } from 'vitest'
import {
  EXAMPLE_KINDS,
  exampleAddress,
  readingExample,
  type ExampleOf,
} from './reading-examples.ts'

const of: ExampleOf = {
  origin: 'https://sale.example',
  key: 'slr_…x7Pd',
  scopes: ['figures'],
  project: 'AURA',
  now: Date.parse('2026-12-31T23:59:59Z'),
}
const PERIOD = 'start_date=2026-12-01T00:00:00Z&end_date=2027-01-01T00:00:00Z'

test.each([
  [['figures'], '/v1/channels/summary'],
  [['leads', 'lists', 'figures'], '/v1/channels/summary'],
  [['leads', 'lists'], '/v1/transactions/csv'],
  [['leads'], '/v1/leads/csv'],
] as const)('a key for %j has an example of what it may read', (scopes, path) => {
  expect(exampleAddress({ ...of, scopes })).toBe(
    `https://sale.example${path}?projects=AURA&${PERIOD}`,
  )
})

test.each(EXAMPLE_KINDS)('the %s example keeps a name with quotes in its text', (kind) => {
  const text = readingExample(kind, { ...of, project: `O'N "x" & ä#(lf)\\` })
  expect(text).toContain('projects=O%27N%20%22x%22%20%26%20%C3%A4%23(lf)%5C&start_date')
})

test.each(EXAMPLE_KINDS)('the %s example sends the key and asks for CSV', (kind) => {
  const text = readingExample(kind, of)
  expect(text).toMatch(/Authorization['"]?\s?[:=] ['"]?Bearer slr_…x7Pd['"]/)
  expect(text).toMatch(/Accept['"]?\s?[:=] ['"]?text\/csv['"]/)
  expect(text.split('\n').length).toBeLessThanOrEqual(10)
})
