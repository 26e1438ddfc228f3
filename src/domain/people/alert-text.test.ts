import { expect, test } from 'vitest'
import { ALERT_KINDS, type AlertKind } from '#src/wire/alerts.ts'
import { mayHaveAlert } from './alert-access.ts'
import { describeFired, type DescribedAlert } from './alert-text.ts'

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
    fired(
      'reading_key_new_address',
      { name: 'Sheet', last4: 'x7Qa', address: '2001:db8::7' },
      null,
    ),
    'A reading key is used from a new address',
    'A reading key is used from a new address',
    'Sheet (…x7Qa), from 2001:db8::7',
    '/connections',
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

test.each([
  [
    { record_kind: 'wallet', record_id: SOME_WALLET },
    'wallet 0x0b46e7d5…8c2f',
    `/users/AURA/${SOME_WALLET}#notes`,
  ],
  [
    { record_kind: 'transaction', record_id: '48219' },
    'purchase 48,219',
    '/transactions/AURA/48219#notes',
  ],
  [
    { record_kind: 'bonus_code', record_id: '12', name: 'EARLY' },
    'code EARLY',
    '/bonus-codes/AURA/12#notes',
  ],
  [
    { record_kind: 'payment', record_id: '7', name: `0x${'ab'.repeat(32)}` },
    'payment 0xabababab…abab',
    '/transactions/payments?projects=AURA',
  ],
])('a mention names the record of the note: %j', (record, name, path) => {
  const alert = fired('mention', { ...record, by: 'maya@a.example', text: 'Paid $500, see hash' })
  const title = `AURA: maya mentioned you on ${name}`
  expect(describeFired(alert, { hideAmounts: false })).toEqual({
    title,
    text: 'Paid $500, see hash',
    path,
  })
  // A note may have amounts.
  expect(describeFired(alert, { hideAmounts: true })).toEqual({ title, text: 'In a note', path })
})

test('of a long note, a mention has the beginning', () => {
  const alert = fired('mention', { record_kind: 'transaction', text: '😀'.repeat(300) })
  const { text } = describeFired(alert, { hideAmounts: false })
  expect([...text]).toEqual([...'😀'.repeat(119), '…'])
})

test('an alert without its figures still has a title', () => {
  for (const kind of ALERT_KINDS)
    expect(describeFired(fired(kind, {}), { hideAmounts: true }).title).not.toBe('')
})

const OF_ADMINS = new Set<AlertKind>(['ingest_refused', 'reading_key_new_address'])

test.each([
  ['admin', ALERT_KINDS],
  ['client', ALERT_KINDS.filter((kind) => !OF_ADMINS.has(kind))],
  ['user', ALERT_KINDS.filter((kind) => !OF_ADMINS.has(kind))],
  ['marketing', ['new_device']],
])('a person of role %s may have the alerts of what the role sees', (role, kinds) => {
  expect(ALERT_KINDS.filter((kind) => mayHaveAlert(role, kind))).toEqual(kinds)
})
