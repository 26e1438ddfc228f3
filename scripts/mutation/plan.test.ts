import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/sources.mjs'
import { MONEY_FILES, mutantsOf, sample } from './plan.mjs'
import { isParsable } from './syntax.mjs'

const changesOf = (code: string, file = 'src/domain/a.ts') =>
  mutantsOf(file, code, 'domain').map(({ change }) => change)

test.each([
  ['const a = b < c', ['b < c  →  b <= c']],
  ['const a = b ?? c', ['b ?? c  →  b', 'b ?? c  →  (c)']],
  ['const a = !b', ['!b  →  b']],
  ['const a = { ...b }', ['...b  →  ...{}']],
  ['const a = Math.floor(b)', ['Math.floor(b)  →  Math.ceil(b)']],
  ["const a = b === 'c'", ["b === 'c'  →  b !== 'c'", `b === 'c'  →  b === "c~"`]],
])('%s is changed', (code, changes) => {
  expect(changesOf(code)).toEqual(changes)
})

test.each([
  'import { a } from "b"',
  "type A = 1 | 'b'",
  'const a = b as 1',
  "throw new Error('a' + 1)",
  '// a < b',
  "const a = 'b'",
])(
  '%s is not changed: types, imports, messages, comments and displayed text are excluded',
  (code) => {
    expect(changesOf(code)).toEqual([])
  },
)

test('only SQL is changed as SQL', () => {
  const code = [
    'const a = sql`',
    '  select sum(n) from t -- sum and < of a comment',
    "  where status = 'completed' and at >= ${from} order by at desc",
    '`',
    'const b = sql.raw(`set n = t.n + 1 where day is not null`)',
    "const c = 'create index i on t (a desc) where b = 1'",
  ].join('\n')
  expect(mutantsOf('server/db/a.ts', code, 'db').map(({ kind, text }) => [kind, text])).toEqual(
    expect.arrayContaining([
      ['sql sum', 'max'],
      ['sql =', '<>'],
      ['sql text', "'xcompleted'"],
      ['sql and', 'or'],
      ['sql >', '>'],
      ['sql order', 'asc'],
      ['sql + -', ' - '],
      ['sql number', '2'],
      ['sql null', 'is null'],
    ]),
  )
  expect(mutantsOf('server/db/a.ts', code, 'db')).toHaveLength(9)
})

test('a sample is the same for the same seed, is spread over files and lines, and is valid code', () => {
  const code = Array.from({ length: 30 }, (_, n) => `export const a${n} = b < ${n + 2}`).join('\n')
  const byFile = new Map(
    ['src/domain/a.ts', 'src/domain/b.ts'].map((file) => [file, mutantsOf(file, code, 'domain')]),
  )
  const picked = sample(byFile, 20, 1)
  expect(sample(byFile, 20, 1)).toEqual(picked)
  expect(sample(byFile, 20, 2)).not.toEqual(picked)
  for (const file of byFile.keys()) {
    const own = picked.filter((mutant) => mutant.file === file)
    expect(own).toHaveLength(10)
    expect(new Set(own.map(({ line }) => line)).size).toBe(10)
  }
  for (const { start, end, text } of picked)
    expect(isParsable('a.ts', code.slice(0, start) + text + code.slice(end))).toBe(true)
})

test('the files with amounts exist', () => {
  expect(MONEY_FILES.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
