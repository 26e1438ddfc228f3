import { expect, test } from 'vitest'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { allocationSummaryOf } from '#tests/support/calls/allocations.ts'
import { holderRows } from './allocation-parts.ts'

const rowsOf = (wallets: number, tokens: string, top10: string, top100: string, hasAll = false) =>
  holderRows(
    allocationSummaryOf({
      wallets,
      tokens,
      largest: [
        { share_of_wallets: 'top_10', tokens: top10 },
        { share_of_wallets: 'top_100', tokens: top100 },
      ],
    }),
    hasAll,
  )

test('the 100 largest and the others add up, in whole tokens and exactly', () => {
  const [, hundred, others] = rowsOf(6412, '252751854.91', '12310692.4', '50824620.999')
  expect(hundred).toMatchObject({ name: 'largest', wallets: 100, whole: '50824620' })
  expect(others).toMatchObject({ name: 'others', wallets: 6312, whole: '201927234' })
  expect(addDecimals(hundred?.tokens ?? '', others?.tokens ?? '')).toBe('252751854.91')
})

test('a group that would be everybody is left out, but not in privacy mode', () => {
  const small = [
    [101, 3],
    [100, 2],
    [10, 1],
  ] as const
  for (const [wallets, rows] of small) {
    expect(rowsOf(wallets, '10', '5', '10')).toHaveLength(rows)
    expect(rowsOf(wallets, '10', '5', '10', true)).toHaveLength(3)
  }
  expect(rowsOf(11, '10.5', '9.7', '10.5').at(-1)).toEqual({
    name: 'others',
    wallets: 1,
    tokens: '0.8',
    whole: '1',
  })
})

test('amounts beyond the numbers of JavaScript stay exact', () => {
  const all = '100000000000000000000.000000000000000001'
  const others = rowsOf(200, all, '1', '0.000000000000000001').at(-1)
  expect(others).toMatchObject({ tokens: '100000000000000000000', whole: '100000000000000000000' })
})
