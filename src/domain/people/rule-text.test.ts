import { expect, test } from 'vitest'
import { describeRule, type DescribedRule } from './rule-text.ts'

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
  [{ kind: 'mention', project_id: 'AURA' }, 'Somebody mentions me', 'AURA'],
  [
    { kind: 'reading_key_new_address', project_id: null },
    'A reading key is used from a new address',
    'All reading keys',
  ],
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
