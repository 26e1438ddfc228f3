import * as z from 'zod/mini'
import { bonusCodeSchema } from './bonus-codes.ts'
import { type Calls } from './call.ts'
import { leadSchema } from './leads.ts'
import { countSchema, idSchema, instantSchema } from './primitives.ts'
import { transactionSchema } from './transactions.ts'
import { walletSchema } from './wallets.ts'

/** At most this many results of each kind. */
export const MAX_RESULTS = 8
export const MIN_SEARCH_LENGTH = 2
export const MAX_SEARCH_LENGTH = 200

const searchBodySchema = z.strictObject({
  q: z
    .string()
    .check(
      z.trim(),
      z.minLength(MIN_SEARCH_LENGTH, `Must be at least ${MIN_SEARCH_LENGTH} characters`),
      z.maxLength(MAX_SEARCH_LENGTH, `Must be at most ${MAX_SEARCH_LENGTH} characters`),
    ),
  projects: z
    .array(z.string().check(z.maxLength(100, 'Must be 1 to 100 characters')))
    .check(z.maxLength(1000, 'Must be at most 1000 values')),
})

const found = {
  project_id: z.string(),
  /** What the record's own call takes: its id; of a wallet, the address. */
  id: idSchema,
  /** The address, the hash or the id, the code, or the email address. */
  title: z.string(),
  at: instantSchema,
}

/** A record, with its facts under `detail`. */
export const searchResultSchema = z.discriminatedUnion('kind', [
  z.object({
    ...found,
    kind: z.literal('wallet'),
    /** `purchases`: the number of completed ones. */
    detail: z.extend(walletSchema, { purchases: countSchema }),
  }),
  z.object({ ...found, kind: z.literal('transaction'), detail: transactionSchema }),
  z.object({ ...found, kind: z.literal('bonus_code'), detail: bonusCodeSchema }),
  z.object({ ...found, kind: z.literal('lead'), detail: leadSchema }),
])
export type SearchResult = z.infer<typeof searchResultSchema>
export const searchResponseSchema = z.object({ results: z.array(searchResultSchema) })

export const searchCalls = {
  search: {
    own: true,
    method: 'POST',
    path: '/search',
    summary:
      'Wallets by address, transactions by hash, bonus codes by prefix, leads by email prefix; at most 8 of each, newest first',
    access: 'signed-in',
    roles: 'any',
    body: searchBodySchema,
    response: searchResponseSchema,
    status: 200,
  },
} satisfies Calls
