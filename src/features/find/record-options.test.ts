import { describe, expect, it, test } from 'vitest'
import { MASK_BLOCK } from '#src/domain/text/mask.ts'
import { transactionHref, walletHref } from '#src/records/record-hrefs.ts'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import type { Lead } from '#src/wire/leads.ts'
import { CODE, WALLET } from '#tests/support/screens/screen-rows.ts'
import type { FoundRecord } from './found-record.ts'
import { purchaseOption, recordOption, type OptionContext } from './record-options.ts'

const NOW = new Date(2026, 10, 20, 14, 32)
const local = (month: number, day: number, hour = 12) =>
  new Date(2026, month - 1, day, hour).toISOString()
const context = (more: Partial<OptionContext> = {}): OptionContext => ({
  now: NOW,
  isMasked: false,
  isMobile: false,
  hrefOf: (kind, project, id) =>
    kind === 'wallet'
      ? walletHref(project, id)
      : kind === 'transaction'
        ? transactionHref(project, id)
        : `/${kind}/${project}/${id}`,
  typed: '',
  ...more,
})

/** The line of facts. */
const line = (record: FoundRecord, more: Partial<OptionContext> = {}, place?: 'recent') =>
  recordOption(record, context(more), place)
    .facts.map((fact) => (typeof fact === 'string' ? fact : `${fact.figure} ${fact.unit}`))
    .join(', ')

const wallet = {
  kind: 'wallet' as const,
  detail: { ...WALLET, created_at: local(11, 3), total_tokens: '1284910', purchases: 1 },
}
const purchase = {
  kind: 'transaction' as const,
  detail: {
    id: '7',
    project_id: 'AURA',
    stage_name: null,
    wallet_address: WALLET.wallet_address,
    transaction_hash: `0x${'cd'.repeat(32)}`,
    payment_token_name: 'ETH',
    created_at: local(11, 20, 13),
    payment_token_amount: '0.85',
    payment_usd_amount: '2567',
    tokens_bought: null,
    type: 'blockchain',
    status: 'failed',
  },
}
const LAUNCH: BonusCode = {
  ...CODE,
  disabled: 0,
  tokens_come_from_stage_tokens: 0,
  code: 'LAUNCH15',
  percentage: 15,
  uses: 412,
  max_uses: 1000,
}
const code = (more: Partial<BonusCode>) => ({
  kind: 'bonus_code' as const,
  detail: { ...LAUNCH, ...more },
})
const lead = (more: Partial<Lead>) => ({
  kind: 'lead' as const,
  detail: {
    id: '3',
    project_id: 'NOVA',
    email: 'launch.team@saleroom.example',
    is_email_verified: 1 as const,
    wallet_address: null,
    mobile: null,
    preferred_contact_time: null,
    investment_amount: null,
    created_at: local(11, 14),
    updated_at: local(11, 14),
    ...more,
  },
})

describe('The facts that distinguish records', () => {
  test('of a wallet', () => {
    expect(line(wallet)).toBe('1,284,910.00 AURA, 1 completed purchase, since Nov 3, 2026')
    expect(line(wallet, { isMobile: true })).toBe('1,284,910.00 AURA, 1 purchase')
    expect(line(wallet, {}, 'recent')).toBe('Wallet, 1,284,910.00 tokens')
    const { purchases: _purchases, ...detail } = wallet.detail
    expect(line({ kind: 'wallet', detail })).toBe('1,284,910.00 AURA, since Nov 3, 2026')
    const active = { ...wallet, detail: { ...wallet.detail, purchases: 1204 } }
    expect(line(active, { isMobile: true })).toBe('1,284,910.00 AURA, 1,204 purchases')
  })

  test('of a purchase', () => {
    expect(line(purchase)).toBe('failed, 0.8500 ETH, $2,567.00')
    expect(line(purchase, {}, 'recent')).toBe('Transaction, failed, 0.8500 ETH, $2,567.00')
    const unpaid = { payment_token_amount: null, payment_usd_amount: null, status: 'expired' }
    expect(line({ kind: 'transaction', detail: { ...purchase.detail, ...unpaid } })).toBe('expired')
  })

  test.each<[string, Partial<BonusCode>, string, string]>([
    [
      'active',
      { start_date: local(11, 1), end_date: local(11, 30) },
      '15%, 412 of 1,000 used, until Nov 30',
      'Active',
    ],
    ['without limit or end', { max_uses: null }, '15%, 412 used', 'Active'],
    [
      'ending today',
      { start_date: local(11, 1), end_date: local(11, 20, 18) },
      '15%, 412 of 1,000 used, until 18:00',
      'Active',
    ],
    [
      'scheduled',
      { start_date: local(12, 1), end_date: local(12, 9), uses: 0 },
      '15%, starts Dec 1',
      'Scheduled',
    ],
    ['used up', { uses: 500, max_uses: 500 }, '15%, 500 of 500 used', 'Used up'],
    [
      'ended',
      { start_date: local(10, 1), end_date: local(11, 2) },
      '15%, 412 of 1,000 used, ended Nov 2',
      'Ended',
    ],
    [
      'disabled wins over used up',
      { disabled: 1, uses: 500, max_uses: 500 },
      '15%, 500 of 500 used',
      'Disabled',
    ],
  ])('of a code that is %s', (_name, more, facts, state) => {
    expect(line(code(more))).toBe(facts)
    expect(recordOption(code(more), context()).state).toBe(state)
  })

  test('of a lead', () => {
    expect(line(lead({}))).toBe('Verified, no wallet')
    expect(line(lead({ is_email_verified: 0, wallet_address: WALLET.wallet_address }))).toBe(
      'Not verified, 0xabababab…abab',
    )
  })
})

it('masks every amount and count in privacy mode, and leaves what is no figure', () => {
  const texts = [wallet, purchase, code({ end_date: local(11, 30), start_date: local(11, 1) })].map(
    (record) => line(record, { isMasked: true }),
  )
  for (const text of texts) expect(text).toContain(MASK_BLOCK)
  expect(texts.join(' ')).not.toMatch(/1,284|2,567|0\.85|412/)
  expect(texts[1]).toContain('failed')
  expect(texts[2]).toContain('until Nov 30')
  expect(purchaseOption(purchase.detail, context({ isMasked: true })).facts).not.toContain(
    '$2,567.00',
  )
})

it('names a purchase of a wallet by its status', () => {
  const unusual = { ...purchase.detail, price_is_unusual: 1 as const }
  expect(purchaseOption(unusual, context())).toMatchObject({
    status: 'failed',
    marked: { price_is_unusual: 1 },
    target: { href: '/transactions/AURA/7' },
    project: 'AURA',
  })
})

it('keeps the whole address, and what was typed is emphasised', () => {
  expect(recordOption(wallet, context())).toMatchObject({
    title: WALLET.wallet_address,
    shortTitle: '0xabababab…abab',
    target: { href: `/users/AURA/${WALLET.wallet_address}` },
  })
  expect(recordOption(code({}), context({ typed: 'laun' })).ranges).toEqual([[0, 4]])
})

it('leads to the list where the server has no page of the record', () => {
  const old = context({ hrefOf: () => null })
  expect(recordOption(wallet, old).target).toEqual({
    href: `/users?walletAddress=${WALLET.wallet_address}`,
  })
  expect(recordOption(purchase, old).target).toEqual({
    href: `/transactions?hash=${purchase.detail.transaction_hash}`,
  })
})
