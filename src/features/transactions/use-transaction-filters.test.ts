import { expect, test } from 'vitest'
import { transactionFilters } from './use-transaction-filters.ts'

test('purchases are filtered by every status, and by the stages and tokens that there are', () => {
  const [status, ...others] = transactionFilters({
    stages: ['Stage 1', 'Stage 2'],
    payment_tokens: ['ETH'],
    keys: ['Site'],
  })
  expect(status?.options.map(({ label }) => label)).toEqual([
    'Pending',
    'Processing',
    'Completed',
    'Failed',
    'Expired',
    'Refunded',
  ])
  expect(others.map(({ name, options }) => [name, options.map(({ value }) => value)])).toEqual([
    ['stage', ['Stage 1', 'Stage 2']],
    ['payment_token', ['ETH']],
  ])
})

test('a link with a status or a text that the server refuses does not choose it', () => {
  const [status, stage] = transactionFilters({ stages: [], payment_tokens: [], keys: [] })
  expect(status?.accepts('failed')).toBe(true)
  expect(status?.accepts('lost')).toBe(false)
  expect(stage?.accepts('s'.repeat(200))).toBe(true)
  expect(stage?.accepts('s'.repeat(201))).toBe(false)
})
