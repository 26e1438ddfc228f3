import { expect, test } from 'vitest'
import { readPastedStages } from './pasted-stages.ts'

const read = (text: string, zone = 'UTC') => readPastedStages(text, { zone, token: 'AURA' })
const only = (text: string) => read(text).rows[0]

const GOOD = {
  name: 'Stage 1',
  price: '0.012',
  supply: '30000000',
  starts: '2025-08-14T00:00:00.000Z',
  ends: '2025-09-01T00:00:00.000Z',
  note: null,
  error: null,
}

test.each([
  ['tabs', 'Stage 1\t0.012\t30,000,000\t2025-08-14\t2025-09-01'],
  ['semicolons', 'Stage 1;0.012;30,000,000;2025-08-14;2025-09-01'],
  ['commas', 'Stage 1,0.012,30000000,2025-08-14,2025-09-01'],
  ['commas and quotes', 'Stage 1,$0.012,"30,000,000","Aug 14, 2025","Sep 1, 2025"'],
  ['commas with blanks', 'Stage 1, $0.012, 30,000,000, 2025-08-14, 2025-09-01'],
  ['units and blanks', ' Stage 1 \t$ 0.012 \t30 000 000 AURA\t14 Aug 2025\t1 Sep 2025'],
  ['points between thousands', 'Stage 1\t0,012\t30.000.000\t14.08.2025\t01.09.2025 00:00'],
])('rows separated by %s are read', (_how, text) => {
  expect(only(text)).toMatchObject({ ...GOOD, note: expect.toSatisfy(() => true) })
})

test('a first row of headings is left out, and empty lines are none', () => {
  const { rows, hasHeading } = read(
    'Name\tPrice\tSupply\tStarts\tEnds\r\nStage 1\t0.012\t30,000,000\t2025-08-14\t2025-09-01\r\n\r\n',
  )
  expect(hasHeading).toBe(true)
  expect(rows).toEqual([GOOD])
  expect(read('Stage 1\t0.012').hasHeading).toBe(false)
  expect(read('')).toEqual({ rows: [], hasHeading: false })
})

test('supply and times may be missing', () => {
  expect(only('Stage 1\t0.012')).toEqual({ ...GOOD, supply: null, starts: null, ends: null })
  expect(only('Stage 1\t0.012\t\t2025-08-14')).toMatchObject({ supply: null, ends: null })
})

test('a decimal comma is read and said', () => {
  const { rows } = read('Stage 1\t0.012\nStage 2\t0,021\t61,000,000')
  expect(rows[1]).toMatchObject({ price: '0.021', note: '0,021 read as 0.021', error: null })
})

test('a number that can be two is read as the others require', () => {
  expect(read('A\t0.5\t500,000').rows[0]?.supply).toBe('500000')
  expect(read('A\t0,5\t500.000\nB\t0,6\t1.500.000').rows[0]?.supply).toBe('500000')
  expect(only('A\t1\t500,000')?.supply).toBe('500000')
})

test.each([
  ['A\t0.027\t89 million', '“89 million” is not a number'],
  ['A\t0', '“0” must be more than 0'],
  ['A\t-1', '“-1” is negative'],
  ['A\t€1', '“€1” is not in US dollars'],
  ['A\t1.1234567890123456789', '“1.1234567890123456789” has too many digits'],
  ['A\t1\t1\tsoon', '“soon” is not a date'],
  ['A\t1\t1\t01/03/2025', '“01/03/2025” can be two days'],
  ['A\t1\t1\t2025-02-30', '“2025-02-30”: there is no such day'],
  ['A', 'The price is missing'],
  ['\t1', 'The name is missing'],
  [`${'x'.repeat(201)}\t1`, 'The name has more than 200 characters'],
  ['A,1,2,2025-01-01,2025-02-01,9', 'Has 6 cells instead of 5'],
])('%j is refused', (text, error) => {
  expect(only(text)?.error).toBe(error)
})

test('a date that can be two days is read as another date of the rows says', () => {
  const { rows } = read('A\t1\t1\t01/03/2025\nB\t1\t1\t15/03/2025')
  expect(rows[0]).toMatchObject({ starts: '2025-03-01T00:00:00.000Z', error: null })
})

test('times without an offset are of the zone', () => {
  const [row] = read('A\t1\t1\t2025-08-14\t2025-12-15 09:00Z', 'Europe/Berlin').rows
  expect(row).toMatchObject({
    starts: '2025-08-13T22:00:00.000Z',
    ends: '2025-12-15T09:00:00.000Z',
  })
})

test('quotes and a hundred long rows are read', () => {
  expect(only('"The ""early"" one",1')?.name).toBe('The "early" one')
  const long = Array.from({ length: 100 }, (_, at) => `${'"'.repeat(5000)}${at}\t1`).join('\n')
  expect(read(long).rows).toHaveLength(100)
})
