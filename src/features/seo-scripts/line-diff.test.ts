import { expect, test } from 'vitest'
import { leastCpuTimeOf } from '#tests/support/server/cpu-time.ts'
import { diffLines } from './line-diff.ts'

const SIGN = { same: ' ', added: '+', removed: '-' }
const drawn = (before: string, after: string) =>
  diffLines(before, after).lines.map(
    ({ kind, text, oldNumber, newNumber }) =>
      `${oldNumber ?? '.'}${newNumber ?? '.'}${SIGN[kind]}${text}`,
  )

test.each([
  ['', '', []],
  ['', 'a', ['.1+a']],
  ['a', '', ['1.-a']],
  ['a\nb', 'a\nb', ['11 a', '22 b']],
  ['a\r\nb', 'a\nb', ['11 a', '22 b']],
  ['a\nb\nc', 'a\nx\nc', ['11 a', '2.-b', '.2+x', '33 c']],
  ['a\nc', 'a\nb\nc', ['11 a', '.2+b', '23 c']],
  ['a\nb\na', 'b\na\nb', ['1.-a', '21 b', '32 a', '.3+b']],
  ['a\na', 'a', ['11 a', '2.-a']],
  ['x', 'a\nb', ['1.-x', '.1+a', '.2+b']],
])('%j becomes %j', (before, after, lines) => {
  expect(drawn(before, after)).toEqual(lines)
})

test('the counts are the numbers of added and removed lines', () => {
  expect(
    diffLines('<script>\ntrack()\n</script>', '<script>\nif (x) {\ntrack(1)\n}\n</script>'),
  ).toMatchObject({ added: 3, removed: 1 })
})

test('two long texts without a common line are compared quickly', async () => {
  const before = Array.from({ length: 9_000 }, (_, line) => `a${line}`).join('\n')
  const after = Array.from({ length: 9_000 }, (_, line) => `b${line}`).join('\n')
  const ms = await leastCpuTimeOf(() =>
    expect(diffLines(before, after)).toMatchObject({ added: 9_000, removed: 9_000 }),
  )
  expect(ms).toBeLessThan(1_000)
})
