import { expect, it } from 'vitest'
import type { Import } from '#src/wire/imports.ts'
import {
  describeFile,
  formatBytes,
  formatRows,
  formatSpan,
  formatSum,
  stepOf,
} from './import-text.ts'

const file: Import = {
  id: '1',
  project_id: 'AURA',
  kind: 'transaction',
  name: 'a.csv',
  state: 'checked',
  bytes: 184_200_000,
  sha256: '',
  missing: [],
  delimiter: ',',
  header: ['a'],
  sample: [],
  columns: [null],
  readings: [],
  total_rows: 1_000_000,
  rows: 0,
  taken: 0,
  repeated: 0,
  refused: 0,
  usd: '0',
  refusals: [],
  position: 0,
  begins_at: null,
  error: null,
  created_at: '2026-11-20T12:00:00.000Z',
  started_at: '2026-11-20T12:00:00.000Z',
  ended_at: '2026-11-20T12:00:41.000Z',
}

it.each([
  [999, '999 bytes'],
  [1000, '1 KB'],
  [999_499, '999 KB'],
  [1_000_000, '1.0 MB'],
  [184_240_000, '184.2 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

it('a file is described by what it becomes, and how it is written', () => {
  expect(describeFile(file)).toBe('Purchases into AURA, 184.2 MB, 1,000,000 rows, comma, UTF-8')
  const started = { ...file, total_rows: null, delimiter: null }
  expect(describeFile(started)).toBe('Purchases into AURA, 184.2 MB')
})

it.each([
  ['2026-11-20T12:00:00.200Z', '1 s'],
  ['2026-11-20T12:00:59.000Z', '59 s'],
  ['2026-11-20T12:02:05.000Z', '2 min 5 s'],
  [null, null],
])('a dry run until %s took %s', (ended_at, text) => {
  expect(formatSpan({ ...file, ended_at })).toBe(text)
})

it.each([
  ['41206118.4', '$41,206,118.40'],
  ['0', '$0.00'],
  ['0.005', '$0.01'],
])('the sum %s is %s', (usd, text) => {
  expect(formatSum(usd)).toBe(text)
})

it('one row is no rows', () => {
  expect([formatRows(0), formatRows(1), formatRows(1204)]).toEqual([
    '0 rows',
    '1 row',
    '1,204 rows',
  ])
})

it.each<[Import['state'], number]>([
  ['uploading', 1],
  ['uploaded', 1],
  ['checking', 2],
  ['checked', 2],
  ['running', 3],
  ['interrupted', 3],
  ['cancelled', 3],
  ['done', 3],
  ['failed', 0],
  ['discarded', 0],
])('an import that is %s is at step %d', (state, step) => {
  expect(stepOf({ ...file, state })).toBe(step)
})

it('without an import, and until its header is known, a file is being chosen', () => {
  expect(stepOf(undefined)).toBe(0)
  expect(stepOf({ ...file, state: 'uploading', header: null })).toBe(0)
})
