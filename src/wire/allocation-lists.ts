import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { addressSchema } from './ingest.ts'
import { reasonSchema } from './manual-transactions.ts'
import { pageSchema, pagingParams } from './paging.ts'
import {
  countSchema,
  decimalSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
  projectIdSchema,
} from './primitives.ts'

export const ALLOCATION_LIST_STATES = ['building', 'ready', 'failed', 'withdrawn'] as const
export type AllocationListState = (typeof ALLOCATION_LIST_STATES)[number]

/** Decimals of a token unless somebody says otherwise, and the most that a list can have. */
export const USUAL_DECIMALS = 18
export const MAX_DECIMALS = 36
export const MAX_LIST_NOTE = 200

/** An amount in the token's smallest units: tokens × 10^decimals, rounded down. */
export const unitsSchema = z.string().check(z.regex(/^-?\d{1,100}$/, 'Must be a whole number'))

/**
 * The frozen allocations of a project, all from one snapshot of the database at `as_of`. Amounts are
 * exact; those that are not known yet are null, as are all of a failed list.
 */
export const allocationListSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  /** From 1 in each project. */
  number: countSchema,
  state: z.enum(ALLOCATION_LIST_STATES),
  /** How many of `wallets` are done, while it is built. */
  built_rows: countSchema,
  as_of: instantSchema,
  /** An email address. */
  made_by: z.string(),
  note: nullableTextSchema,
  decimals: countSchema,
  wallets: z.nullable(countSchema),
  tokens: z.nullable(decimalSchema),
  /** The sum of the wallets' units. */
  units: z.nullable(unitsSchema),
  /** Tokens that were lost by rounding down. */
  dust: z.nullable(decimalSchema),
  /** The Merkle root: 0x and 64 hexadecimal digits. */
  root: nullableTextSchema,
  /** Of the CSV of smallest units: 64 hexadecimal digits. */
  sha256: nullableTextSchema,
  /** Why it was not built. */
  failure: nullableTextSchema,
  withdrawn_at: z.nullable(instantSchema),
  withdrawn_by: nullableTextSchema,
  withdrawn_reason: nullableTextSchema,
})
export type AllocationList = z.infer<typeof allocationListSchema>
export const allocationListPageSchema = pageSchema(allocationListSchema)

export const allocationListCreateSchema = z.strictObject({
  project_id: projectIdSchema,
  /** Of the token. */
  decimals: z._default(
    z
      .int('Must be a whole number')
      .check(
        z.minimum(0, `Must be 0 to ${MAX_DECIMALS}`),
        z.maximum(MAX_DECIMALS, `Must be 0 to ${MAX_DECIMALS}`),
      ),
    USUAL_DECIMALS,
  ),
  note: z._default(
    z.nullable(
      z
        .string()
        .check(z.trim(), z.maxLength(MAX_LIST_NOTE, `Must be at most ${MAX_LIST_NOTE} characters`)),
    ),
    null,
  ),
})

/** Of a file: smallest units, tokens, or what Safe's CSV airdrop reads, with the token's contract. */
export const ALLOCATION_FORMATS = ['units', 'tokens', 'safe'] as const
export type AllocationFormat = (typeof ALLOCATION_FORMATS)[number]

const fileParams = {
  format: z._default(z.enum(ALLOCATION_FORMATS), 'units'),
  token_address: z.optional(addressSchema),
}
const needsToken = z.refine<{ format: AllocationFormat; token_address?: string | undefined }>(
  ({ format, token_address }) => format !== 'safe' || token_address !== undefined,
  { error: 'Is needed for the format safe: the contract of the token', path: ['token_address'] },
)

/** `more`: wallets that are owed more, which can be paid on top. `less`: those that got too much. */
export const DIFFERENCE_PARTS = ['more', 'less'] as const
export type DifferencePart = (typeof DIFFERENCE_PARTS)[number]

const partSumSchema = z.object({ wallets: countSchema, tokens: decimalSchema })
const differenceRowSchema = z.object({
  wallet_address: z.string(),
  /** Its tokens in the list; null where it is not in it. */
  from: z.nullable(decimalSchema),
  /** Now, or in the other list. */
  to: z.nullable(decimalSchema),
  /** `to` − `from`, signed. */
  difference: decimalSchema,
})
export type DifferenceRow = z.infer<typeof differenceRowSchema>

/**
 * What has changed since a list. Both sums are positive, and never set off against each other. The rows
 * are `less` first, then by size; `results` is a page of them.
 */
export const allocationDifferenceSchema = z.object({
  more: partSumSchema,
  less: partSumSchema,
  rows: z.array(differenceRowSchema),
  page: z.int(),
  limit: z.int(),
})
export type AllocationDifference = z.infer<typeof allocationDifferenceSchema>

export const allocationProofSchema = z.object({
  wallet_address: z.string(),
  units: unitsSchema,
  /** From the leaf to the root: 0x and 64 hexadecimal digits each. */
  proof: z.array(z.string()),
  root: z.string(),
})
export type AllocationProof = z.infer<typeof allocationProofSchema>

const ofList = z.object({ id: idSchema })
const finance = { ...read, roles: 'finance', params: ofList } as const
const byAdmin = {
  method: 'POST',
  access: 'signed-in',
  roles: 'admin',
  needsStepUp: 'everything',
  idempotent: true,
} as const

export const allocationListCalls = {
  createAllocationList: {
    ...byAdmin,
    path: '/allocation-lists',
    summary: 'Freeze the allocations of a project; the list is built in the background',
    body: allocationListCreateSchema,
    response: allocationListSchema,
    status: 202,
  },

  listAllocationLists: {
    scope: 'lists',
    ...read,
    path: '/allocation-lists',
    summary: 'The lists of a project, newest first',
    roles: 'finance',
    query: z.object({ ...pagingParams, project_id: projectIdSchema }),
    response: allocationListPageSchema,
  },

  getAllocationList: {
    scope: 'lists',
    ...finance,
    path: '/allocation-lists/:id',
    summary: 'A list',
    response: allocationListSchema,
  },

  withdrawAllocationList: {
    ...byAdmin,
    path: '/allocation-lists/:id/withdraw',
    summary: 'Mark a list as withdrawn; it stays, and is never changed; a repeat changes nothing',
    params: ofList,
    body: z.strictObject({ reason: reasonSchema }),
    response: allocationListSchema,
    status: 200,
  },

  exportAllocationList: {
    scope: 'lists',
    ...finance,
    path: '/allocation-lists/:id/csv',
    summary: 'A list as CSV, by address',
    query: z.object(fileParams).check(needsToken),
    response: 'text/csv',
  },

  exportAllocationTree: {
    scope: 'lists',
    ...finance,
    path: '/allocation-lists/:id/merkle',
    summary: 'The Merkle tree of a list, as OpenZeppelin dumps it',
    response: 'application/json',
  },

  getAllocationProof: {
    scope: 'lists',
    ...finance,
    path: '/allocation-lists/:id/proof/:wallet_address',
    summary: 'The Merkle proof of a wallet of a list',
    params: z.object({ id: idSchema, wallet_address: z.string().check(z.maxLength(100)) }),
    response: allocationProofSchema,
  },

  getAllocationDifference: {
    scope: 'lists',
    ...finance,
    path: '/allocation-lists/:id/difference',
    summary: 'What has changed since a list: against another one, or now',
    query: z.object({
      ...pagingParams,
      /** Another list of the project; without it the present state. */
      to: z.optional(idSchema),
      part: z.optional(z.enum(DIFFERENCE_PARTS)),
    }),
    response: allocationDifferenceSchema,
  },

  exportAllocationDifference: {
    scope: 'lists',
    ...finance,
    path: '/allocation-lists/:id/difference/csv',
    summary: 'Who is owed more, or less, than in a list, by address; in the decimals of the list',
    query: z
      .object({ ...fileParams, to: z.optional(idSchema), part: z.enum(DIFFERENCE_PARTS) })
      .check(needsToken),
    response: 'text/csv',
  },
} satisfies Calls
