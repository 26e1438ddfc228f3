import { readFileSync } from 'node:fs'
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
  [['figures'], '/v1/channels/summary?'],
  [['leads', 'lists', 'figures'], '/v1/channels/summary?'],
  [['leads', 'lists'], '/v1/transactions/csv?'],
  [['leads'], '/v1/leads/csv?fields=email&'],
] as const)('a key for %j has an example of what it may read', (scopes, call) => {
  expect(exampleAddress({ ...of, scopes })).toBe(
    `https://sale.example${call}projects=AURA&${PERIOD}`,
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

test.each(EXAMPLE_KINDS)('docs/reading-keys.md has the %s example', (kind) => {
  const page = readFileSync(new URL('../../../docs/reading-keys.md', import.meta.url), 'utf8')
  const text = readingExample(kind, { ...of, now: Date.parse('2026-11-20T12:00:00Z') })
  expect(page).toContain(`\n${text}\n\`\`\`\n`)
})
