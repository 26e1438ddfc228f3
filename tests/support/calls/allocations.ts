import type { AllocationList } from '#src/wire/allocation-lists.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'

/** A list of AURA that is ready, with some of it changed. */
export const allocationListOf = (changed: Partial<AllocationList> = {}): AllocationList => ({
  id: '7',
  project_id: 'AURA',
  number: 2,
  state: 'ready',
  built_rows: 6375,
  as_of: '2026-11-19T12:00:00.000Z',
  made_by: 'omar@example.com',
  note: 'For the auditor',
  decimals: 18,
  wallets: 6375,
  tokens: '250901674.36',
  units: '250901674360000000000000000',
  dust: '0',
  root: `0x${'9f'.repeat(32)}`,
  sha256: 'ab'.repeat(32),
  failure: null,
  withdrawn_at: null,
  withdrawn_by: null,
  withdrawn_reason: null,
  ...changed,
})

/** What AURA owes to 6,412 wallets, with some of it changed. */
export const allocationSummaryOf = (
  changed: Partial<AllocationSummary> = {},
): AllocationSummary => ({
  project_id: 'AURA',
  as_of: '2026-11-20T14:32:00.000Z',
  wallets: 6412,
  tokens: '252751854.919999',
  purchased: '229629566.119999',
  bonus: '21640788.8',
  credited: '1481500',
  largest: [
    { share_of_wallets: 'top_10', tokens: '12310692.4' },
    { share_of_wallets: 'top_100', tokens: '50824620.5' },
  ],
  open: {
    purchases: 12,
    tokens: '245108.339',
    approvals: 1,
    approval_tokens: '5000',
    last_purchase_at: '2026-11-20T14:30:00.000Z',
  },
  latest_list: allocationListOf(),
  ...changed,
})
