import * as z from 'zod/mini'
import { allocationListSchema } from './allocation-lists.ts'
import { read, type Calls } from './call.ts'
import { orderParams, pageSchema, pagingParams } from './paging.ts'
import { countSchema, decimalSchema, instantSchema, projectIdSchema } from './primitives.ts'
import { walletSearchSchema } from './wallets.ts'

// What a wallet is owed: the tokens of its purchases that count, their bonuses and its credits that were
// not reversed, with those of the wallets whose successor it is. A wallet with a successor is owed
// nothing. Amounts are exact decimals.

/** What a project owes now; `tokens` = `purchased` + `bonus` + `credited`, exactly. */
export const allocationSummarySchema = z.object({
  project_id: z.string(),
  as_of: instantSchema,
  /** Those that are owed more than nothing. */
  wallets: countSchema,
  tokens: decimalSchema,
  purchased: decimalSchema,
  bonus: decimalSchema,
  credited: decimalSchema,
  /** What the largest 10 and 100 wallets are owed. */
  largest: z.array(z.object({ share_of_wallets: z.string(), tokens: decimalSchema })),
  /** What can still change it. */
  open: z.object({
    /** Pending and processing ones, and their tokens where known. */
    purchases: countSchema,
    tokens: decimalSchema,
    /** Credits that wait for a second person. */
    approvals: countSchema,
    approval_tokens: decimalSchema,
    /** Of the newest purchase that counts; null without one. */
    last_purchase_at: z.nullable(instantSchema),
  }),
  /** The newest list that is ready. */
  latest_list: z.nullable(allocationListSchema),
})
export type AllocationSummary = z.infer<typeof allocationSummarySchema>

/** What a wallet is owed now, against the latest list: null in both without a list. */
export const allocationSchema = z.object({
  wallet_address: z.string(),
  tokens: decimalSchema,
  purchased: decimalSchema,
  bonus: decimalSchema,
  credited: decimalSchema,
  /** Its tokens in that list; null where it is not in it. */
  listed: z.nullable(decimalSchema),
  /** `tokens` − `listed`, signed. */
  difference: z.nullable(decimalSchema),
})
export type Allocation = z.infer<typeof allocationSchema>
export const allocationPageSchema = pageSchema(allocationSchema)

export const ALLOCATION_SORTS = ['tokens', 'address'] as const
export type AllocationSort = (typeof ALLOCATION_SORTS)[number]

export const allocationListQuerySchema = z.object({
  ...pagingParams,
  project_id: projectIdSchema,
  walletAddress: z.optional(walletSearchSchema),
  /** 1: only wallets that differ from the latest list, those that are owed nothing now included. */
  changed: z.optional(z.enum(['0', '1'])),
  ...orderParams(ALLOCATION_SORTS, 'tokens'),
})

export const allocationCalls = {
  getAllocationSummary: {
    scope: 'lists',
    ...read,
    path: '/allocations/summary',
    summary: 'What a project owes, to how many wallets, and what can still change it',
    roles: 'finance',
    query: z.object({ project_id: projectIdSchema }),
    response: allocationSummarySchema,
  },

  listAllocations: {
    scope: 'lists',
    ...read,
    path: '/allocations',
    summary: 'What each wallet of a project is owed, against its latest list',
    roles: 'finance',
    query: allocationListQuerySchema,
    response: allocationPageSchema,
  },
} satisfies Calls
