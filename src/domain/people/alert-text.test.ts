import { expect, test } from 'vitest'
import { ALERT_KINDS } from '#src/wire/alerts.ts'
import { mayHaveAlert } from './alert-access.ts'
import {
  describeFired,
  describeRule,
  type DescribedAlert,
  type DescribedRule,
} from './alert-text.ts'

test.each<[DescribedRule, string, string]>([
  [
    { kind: 'purchase_over', project_id: null, threshold: '5000' },
    'Purchase over $5,000',
    'All projects',
  ],
  [
    { kind: 'purchase_over', project_id: 'AURA', threshold: '12.5' },
    'Purchase over $12.50',
    'AURA',
  ],
  [
    { kind: 'milestone', project_id: 'AURA', threshold: '100000' },
    'Milestone of a project',
    'Every $100 thousand, AURA',
  ],
  [
    { kind: 'quiet', project_id: null, hours: 3 },
    'No completed purchase for 3 hours',
    'If the same hours of the last 4 weeks had purchases',
  ],
  [
    { kind: 'quiet', project_id: 'HELIX', hours: 1 },
    'No completed purchase for 1 hour',
    'If the same hours of the last 4 weeks had purchases, HELIX',
  ],
  [
    { kind: 'failing', project_id: null, threshold: '15' },
    'Failed and expired above 15%',
    'In the last hour, with at least 20 purchases',
  ],
  [
    { kind: 'code_ending', project_id: null, threshold: '90.0' },
    'Bonus code nearly used up or ending',
    '90% used, or ending within a day',
  ],
  [
    { kind: 'ingest_refused', project_id: null, threshold: '50' },
    'Events refused',
    'More than 50 in an hour',
  ],
  [
    { kind: 'price_unusual', project_id: 'AURA' },
    'Purchase at an unusual price',
    'Below half or above twice the usual price of its stage, AURA',
  ],
  [
    { kind: 'credit_over', project_id: null, threshold: '100000' },
    'Credit by somebody else over 100,000 tokens',
    'All projects',
  ],
  [{ kind: 'new_device', project_id: null }, 'Sign-in from a new device', 'Your account'],
  [
    { kind: 'purchase_unproven', project_id: null },
    'A purchase differs from the chain',
    'All projects',
  ],
  [
    { kind: 'payment_unmatched', project_id: 'AURA', threshold: '30' },
    'A payment has no purchase for 30 minutes',
    'AURA',
  ],
  [
    { kind: 'stage_sold', project_id: null, threshold: '90.000' },
    'A stage is sold to 90%',
    'All projects',
  ],
  [{ kind: 'stage_oversold', project_id: 'AURA' }, 'A stage is oversold', 'AURA'],
  [
    { kind: 'cap_reached', project_id: null, cap: 'soft' },
    'The soft cap is reached',
    'All projects',
  ],
  [{ kind: 'cap_reached', project_id: 'AURA', cap: 'hard' }, 'The hard cap is reached', 'AURA'],
  [{ kind: 'stage_ends', project_id: null, hours: 1 }, 'A stage ends in 1 hour', 'All projects'],
  [{ kind: 'stage_ends', project_id: 'AURA', hours: 24 }, 'A stage ends in 24 hours', 'AURA'],
])('a rule reads as on the Alerts page: %j', (rule, title, text) => {
  expect(describeRule(rule)).toEqual({ title, text })
})

test.each([
  ['99999', '$99,999'],
  ['100000', '$100 thousand'],
  ['250000', '$250 thousand'],
  ['999999', '$999,999'],
  ['1000000', '$1 million'],
  ['2500000', '$2.5 million'],
  ['1234567', '$1,234,567'],
  ['5000000000', '$5 billion'],
  ['1000000000000000', '$1,000 trillion'],
  ['100000.5', '$100,000.50'],
])('a step of %s USD reads %s', (threshold, words) => {
  expect(describeRule({ kind: 'milestone', project_id: null, threshold }).text).toBe(
    `Every ${words}, all projects`,
  )
})

const AT = '2025-11-20T14:32:00.000Z'
const fired = (
  kind: DescribedAlert['kind'],
  data: DescribedAlert['data'],
  project_id: string | null = 'AURA',
): DescribedAlert => ({ kind, project_id, at: AT, data })

const PURCHASE = {
  transaction_id: '48219',
  usd: '9060.000000000000000000',
  stage_name: 'Stage 5',
  country: 'DE',
  utm_source: 'google',
  utm_medium: 'cpc',
}
const SOME_WALLET = '0x0b46e7d5000000000000000000000000000c8c2f'

test.each<[DescribedAlert, string, string, string, string]>([
  [
    fired('purchase_over', PURCHASE),
    'AURA: a purchase over your limit',
    'AURA: purchase of $9,060.00',
    'Stage 5, from Germany, google / cpc',
    '/transactions/AURA/48219',
  ],
  [
    fired('purchase_over', { transaction_id: '7', usd: '5000.005', country: 'Atlantis' }, 'A & B'),
    'A & B: a purchase over your limit',
    'A & B: purchase of $5,000.01',
    'From Atlantis',
    '/transactions/A%20%26%20B/7',
  ],
  [
    fired('purchase_over', { transaction_id: '7', usd: '1' }),
    'AURA: a purchase over your limit',
    'AURA: purchase of $1.00',
    'From an unknown source',
    '/transactions/AURA/7',
  ],
  [
    fired('price_unusual', {
      ...PURCHASE,
      usd: '1.000000000000000000',
      tokens: '10000000.000000000000000000',
      ticker: 'AUR',
      key_name: 'Site',
    }),
    'AURA: a purchase at an unusual price',
    'AURA: unusual price, $1.00 for 10,000,000 AUR',
    'Stage 5, received with key Site',
    '/transactions/AURA/48219',
  ],
  [
    fired('price_unusual', { transaction_id: '7', usd: '0', tokens: '5', key_name: null }),
    'AURA: a purchase at an unusual price',
    'AURA: unusual price, $0.00 for 5 tokens',
    'Without a stage',
    '/transactions/AURA/7',
  ],
  [
    fired('milestone', { multiple: '4200000', launched_at: '2025-08-14T10:00:00.000Z' }),
    'AURA passed a milestone',
    'AURA passed $4,200,000',
    '98 days since launch on Aug 14',
    '/?projects=AURA&period=day',
  ],
  [
    fired('milestone', { multiple: '100', launched_at: '2024-11-19T23:30:00.000Z' }),
    'AURA passed a milestone',
    'AURA passed $100',
    '365 days since launch on Nov 20, 2024',
    '/?projects=AURA&period=day',
  ],
  [
    fired('quiet', { hours: 3, least: 4, most: 9 }, 'HELIX'),
    'HELIX: no completed purchase for 3 hours',
    'HELIX: no completed purchase for 3 hours',
    'The same hours had 4 to 9 in the last four weeks.',
    '/?projects=HELIX&period=day',
  ],
  [
    fired('quiet', { hours: 1, least: 7, most: 7 }, 'HELIX'),
    'HELIX: no completed purchase for 1 hour',
    'HELIX: no completed purchase for 1 hour',
    'The same hours had 7 in each of the last four weeks.',
    '/?projects=HELIX&period=day',
  ],
  [
    fired('failing', { bad: 5, ended: 21 }),
    'AURA: 23.80% failed or expired',
    'AURA: 23.80% failed or expired',
    '5 of 21 purchases in the last hour',
    '/transactions?projects=AURA&status=failed&status=expired',
  ],
  [
    fired('code_ending', {
      reason: 'used',
      code: 'NOVA50',
      code_id: '12',
      uses: 91,
      max_uses: 101,
    }),
    'NOVA50 is 90% used',
    'NOVA50 is 90% used',
    'AURA, 91 of 101 uses',
    '/bonus-codes?project=AURA&id=12',
  ],
  [
    fired('code_ending', {
      reason: 'ending',
      code: 'NOVA50',
      code_id: '12',
      end_date: '2025-11-20T23:15:00.000Z',
    }),
    'NOVA50 ends within a day',
    'NOVA50 ends within a day',
    'AURA, on Nov 21 at 00:15',
    '/bonus-codes?project=AURA&id=12',
  ],
  [
    fired('ingest_refused', { n: 1064 }),
    'AURA: events refused',
    'AURA: events refused',
    '1,064 in the last hour',
    '/connections?project=AURA',
  ],
  [
    fired('credit_over', { tokens: '120000.5', wallet_address: SOME_WALLET, by: 'ann@a.example' }),
    'AURA: a credit over your limit',
    'AURA: credit of 120,000.50 tokens',
    'By ann@a.example to 0x0b46e7d5…8c2f',
    `/users/AURA/${SOME_WALLET}`,
  ],
  [
    fired('new_device', { device: 'Firefox on Linux' }, null),
    'Sign-in from a new device',
    'Sign-in from a new device',
    'Firefox on Linux',
    '/activity',
  ],
  [
    fired('purchase_unproven', {
      transaction_id: '48219',
      usd: '9060.000000000000000000',
      reason: 'too_little',
      stage_name: 'Stage 5',
    }),
    'AURA: a purchase differs from the chain',
    'AURA: a purchase of $9,060.00 differs from the chain',
    'Paid too little, Stage 5',
    '/transactions/AURA/48219',
  ],
  [
    fired('purchase_unproven', { late: 1064 }),
    'AURA: 1,064 earlier purchases differ from the chain',
    'AURA: 1,064 earlier purchases differ from the chain',
    'More may follow. The list has them all.',
    '/transactions?projects=AURA&proof=differs',
  ],
  [
    fired('payment_unmatched', {
      amount: '1250.000000',
      token: 'USDT',
      payer: SOME_WALLET,
      paid_at: '2025-11-20T13:45:00+00:00',
    }),
    'AURA: a payment has no purchase',
    'AURA: payment of 1,250.00 USDT without a purchase',
    'From 0x0b46e7d5…8c2f, on Nov 20 at 14:45',
    '/transactions/payments?projects=AURA',
  ],
  [
    fired('payment_unmatched', { late: 1 }),
    'AURA: 1 earlier payment has no purchase',
    'AURA: 1 earlier payment has no purchase',
    'More may follow. The list has them all.',
    '/transactions/payments?projects=AURA',
  ],
  [
    fired('stage_sold', {
      stage_name: 'Stage 5',
      ticker: 'AUR',
      threshold: '90',
      left: '15040000',
      ends_at: '2025-12-14T23:00:00.000Z',
    }),
    'AURA: Stage 5 is sold to 90%',
    'AURA: Stage 5 is sold to 90%, 15,040,000 AUR left',
    'Planned until Dec 15 at 00:00',
    '/stages?project=AURA',
  ],
  [
    fired('stage_sold', { stage_name: 'Stage 5', threshold: '100', left: '0', ends_at: null }),
    'AURA: Stage 5 is sold to 100%',
    'AURA: Stage 5 is sold to 100%, 0 tokens left',
    'Without a planned end',
    '/stages?project=AURA',
  ],
  [
    fired('stage_oversold', { stage_name: 'Stage 2', ticker: 'AUR', over: '118260.5' }),
    'AURA: Stage 2 is oversold',
    'AURA: Stage 2 sold 118,260.50 AUR more than its supply',
    'Check its supply, and what the presale site sells.',
    '/stages?project=AURA',
  ],
  [
    fired('cap_reached', {
      cap: 'soft',
      amount: '5000000',
      launched_at: '2025-08-14T10:00:00.000Z',
    }),
    'AURA: the soft cap is reached',
    'AURA: the soft cap of $5,000,000 is reached',
    '98 days since launch on Aug 14',
    '/stages?project=AURA',
  ],
  [
    fired('stage_ends', {
      stage_name: 'Stage 5',
      ticker: 'AUR',
      end_date: '2025-11-21T14:32:00+00:00',
      left: '1.123456',
    }),
    'AURA: Stage 5 ends in 24 hours',
    'AURA: Stage 5 ends in 24 hours, 1.12 AUR left',
    'On Nov 21 at 15:32',
    '/stages?project=AURA',
  ],
  [
    fired('stage_ends', {
      stage_name: 'Stage 5',
      end_date: '2025-11-20T14:50:00+00:00',
      left: null,
    }),
    'AURA: Stage 5 ends within an hour',
    'AURA: Stage 5 ends within an hour',
    'On Nov 20 at 15:50',
    '/stages?project=AURA',
  ],
])(
  'an alert reads as on a locked screen and in the log: %j',
  (alert, hidden, shown, text, path) => {
    const tz = 'Europe/Berlin'
    expect(describeFired(alert, { hideAmounts: true, tz })).toEqual({ title: hidden, text, path })
    expect(describeFired(alert, { hideAmounts: false, tz })).toEqual({ title: shown, text, path })
  },
)

test('an alert without its figures still has a title', () => {
  for (const kind of ALERT_KINDS)
    expect(describeFired(fired(kind, {}), { hideAmounts: true }).title).not.toBe('')
})

test.each([
  ['admin', ALERT_KINDS],
  ['client', ALERT_KINDS.filter((kind) => kind !== 'ingest_refused')],
  ['user', ALERT_KINDS.filter((kind) => kind !== 'ingest_refused')],
  ['marketing', ['new_device']],
])('a person of role %s may have the alerts of what the role sees', (role, kinds) => {
  expect(ALERT_KINDS.filter((kind) => mayHaveAlert(role, kind))).toEqual(kinds)
})
