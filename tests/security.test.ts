import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const text = readFileSync(path.join(root, 'docs', 'security.md'), 'utf8')

/** The requirements of levels 1 and 2 of these chapters of ASVS 5.0. */
const REQUIRED = [
  ...range('6.1', 3),
  ...range('6.2', 11),
  ...range('6.3', 4),
  ...range('6.4', 4),
  ...range('6.5', 5),
  ...range('6.6', 3),
  '6.8.1–6.8.4',
  ...range('7.1', 3),
  ...range('7.2', 4),
  ...range('7.3', 2),
  ...range('7.4', 5),
  ...range('7.5', 2),
  ...range('7.6', 2),
  ...range('8.1', 2),
  ...range('8.2', 3),
  '8.3.1',
  '8.4.1',
  ...range('9.1', 3),
  ...range('9.2', 4),
  ...range('11.1', 2),
  ...range('11.2', 3),
  ...range('11.3', 3),
  ...range('11.4', 4),
  '11.5.1',
  '11.6.1',
  '16.1.1',
  ...range('16.2', 5),
  ...range('16.3', 4),
  ...range('16.4', 3),
  ...range('16.5', 3),
]

function range(section: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${section}.${at + 1}`)
}

const rows = [...text.matchAll(/^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', , , proof = '']) => ({ number, proof }),
)
const filesIn = (part: string) =>
  [...part.matchAll(/`((?:src|server|tests|sw|scripts)\/[^`]+)`/g)].map(([, file = '']) => file)

test('the table has each requirement once', () => {
  expect(rows.map(({ number }) => number)).toEqual(REQUIRED)
})

test('each row has a test or a reason', () => {
  const bare = rows.filter(
    ({ proof }) =>
      !proof.startsWith('Reason: ') &&
      (filesIn(proof).length === 0 ||
        !filesIn(proof).every((file) => /\.(?:test|spec)\.tsx?$/.test(file))),
  )
  expect(bare).toEqual([])
})

test('every file that the page names exists', () => {
  expect(filesIn(text).filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
