import { expect, test } from 'vitest'
import { makeLeads } from './leads.ts'
import { DEMO_PROJECTS } from './projects.ts'
import { makeSale } from './sales.ts'

// Numbers that Ofcom, ComReg, ACMA and the Bundesnetzagentur reserve for fiction.
const RESERVED = /^\+(?:447700900\d{3}|3532091\d{5}|612(?:5550|7010)\d{4}|493023125\d{3})$/

test('every phone number of the demo data is reserved for fiction', () => {
  const [project] = DEMO_PROJECTS.slice(-1)
  if (!project) throw new Error('No project')
  const now = Date.parse('2026-11-20T12:00:00Z')
  const leads = makeLeads(makeSale(project, now, '2026-11-20'), now, '2026-11-20')
  const numbers = leads.flatMap(({ mobile }) => (mobile === null ? [] : [mobile]))
  expect(numbers.length).toBeGreaterThan(10)
  expect(numbers.filter((number) => !RESERVED.test(number))).toEqual([])
})
