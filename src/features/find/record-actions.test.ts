import { expect, test } from 'vitest'
import { transactionHref } from '#src/records/record-hrefs.ts'
import { creditActions } from './record-actions.ts'
import type { OptionContext } from './record-options.ts'

const purchase = {
  id: '7',
  project_id: 'AURA',
  stage_name: null,
  wallet_address: '0xabc',
  transaction_hash: null,
  payment_token_name: 'ETH',
  created_at: '2026-11-20T13:12:09.000Z',
  payment_token_amount: null,
  payment_usd_amount: '2567',
  tokens_bought: null,
  type: 'blockchain',
}

const CONTEXT: OptionContext = {
  now: new Date(2026, 10, 20),
  isMasked: false,
  isMobile: false,
  hrefOf: (_kind, project, id) => transactionHref(project, id),
  typed: '',
}

test('a purchase whose credit waits for approval leads to the request', () => {
  const records = [{ kind: 'transaction' as const, detail: { ...purchase, status: 'failed' } }]
  const [option] = creditActions(records, new Set([purchase.id]), CONTEXT)
  expect(option?.title).toBe('See the credit that waits for approval')
  expect(option?.target).toEqual({ href: '/transactions/AURA/7' })
})

test.each([
  ['pending', true],
  ['processing', true],
  ['failed', true],
  ['expired', true],
  ['completed', false],
  ['refunded', false],
])('the search offers the credit of a %s purchase: %s', (status, isOffered) => {
  const records = [{ kind: 'transaction' as const, detail: { ...purchase, status } }]
  const options = creditActions(records, new Set(), CONTEXT)
  expect(options.map(({ target }) => target)).toEqual(
    isOffered ? [{ href: '/transactions/AURA/7?action=credit' }] : [],
  )
})
