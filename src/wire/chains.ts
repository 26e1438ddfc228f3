import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { isHttpUrl, MAX_URL_LENGTH } from './http-url.ts'
import { addressSchema } from './ingest.ts'
import { countSchema, instantSchema, nullableTextSchema, projectIdSchema } from './primitives.ts'

export const CHAIN_STATES = ['ok', 'behind', 'failing'] as const
export type ChainState = (typeof CHAIN_STATES)[number]

export const MAX_RECEIVERS = 50
export const MAX_TOKENS = 50
export const MAX_CONFIRMATIONS = 10_000
export const MAX_TOKEN_DECIMALS = 36
/** A block number, or the id of a chain: exact as a JSON number. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER

const wholeNumber = (minimum: number, maximum: number) => {
  const message = `Must be a whole number from ${minimum} to ${maximum}`
  return z.int(message).check(z.minimum(minimum, message), z.maximum(maximum, message))
}
const shortText = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `Must be 1 to ${longest} characters`),
      z.maxLength(longest, `Must be 1 to ${longest} characters`),
    )
const urlSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_URL_LENGTH, `Must be at most ${MAX_URL_LENGTH} characters`),
    z.refine(isHttpUrl, 'Must be an http or https URL without user info'),
  )

const tokenFields = {
  /** As the purchases name it, in any case. */
  symbol: shortText(100),
  /** Null: the chain's own coin. */
  address: z.nullable(addressSchema),
  decimals: wholeNumber(0, MAX_TOKEN_DECIMALS),
}
const chainTokenSchema = z.object({
  symbol: z.string(),
  address: nullableTextSchema,
  decimals: countSchema,
})
export type ChainToken = z.infer<typeof chainTokenSchema>

/** A blockchain with which a project's purchases are compared. */
export const chainSchema = z.object({
  chain_id: countSchema,
  name: z.string(),
  /** All that is shown of the node's address. */
  rpc_host: z.string(),
  /** Without a slash at the end; its pages are `/tx/…` and `/address/…`. */
  explorer_url: nullableTextSchema,
  confirmations: countSchema,
  receivers: z.array(z.string()),
  tokens: z.array(chainTokenSchema),
  from_block: countSchema,
  state: z.string(),
  /** Null until the node was first read. */
  head_block: z.nullable(countSchema),
  /** Logs were read up to this block. */
  scanned_block: z.nullable(countSchema),
  /** What the node does wrong while it fails, in words, without its address. */
  error: nullableTextSchema,
  /** When the node last responded as it should. */
  checked_at: z.nullable(instantSchema),
  /** The time of the newest block. */
  head_at: z.nullable(instantSchema),
  failing_since: z.nullable(instantSchema),
  next_try_at: z.nullable(instantSchema),
})
export type Chain = z.infer<typeof chainSchema>
export const chainListSchema = z.array(chainSchema)

/** A step of the check of a node, in words. */
const checkStepSchema = z.object({
  /** Such as "The node serves Ethereum". */
  what: z.string(),
  ok: z.boolean(),
  /** Such as "chain 1, block 23,841,225, 8 s old". */
  detail: z.string(),
})
export type ChainCheckStep = z.infer<typeof checkStepSchema>
export const chainCheckSchema = z.array(checkStepSchema)

/** Refuses a second entry with the same key. */
const unique = <Item>(keyOf: (item: Item) => string, field: string | null, message: string) =>
  z.superRefine<readonly Item[]>((items, context) => {
    const seen = new Set<string>()
    for (const [at, item] of items.entries()) {
      const key = keyOf(item)
      if (seen.has(key))
        context.addIssue({
          code: 'custom',
          input: item,
          path: field === null ? [at] : [at, field],
          message,
        })
      seen.add(key)
    }
  })

export const chainUpdateSchema = z.strictObject({
  name: shortText(100),
  /** Where the node answers JSON-RPC. Needed at first; without it the stored one stays. */
  rpc_url: z.optional(urlSchema),
  explorer_url: z._default(z.nullable(urlSchema), null),
  confirmations: wholeNumber(1, MAX_CONFIRMATIONS),
  receivers: z.array(addressSchema).check(
    z.minLength(1, 'Needs at least one address'),
    z.maxLength(MAX_RECEIVERS, `Must be at most ${MAX_RECEIVERS} addresses`),
    unique<string>((address) => address.toLowerCase(), null, 'Is there twice'),
  ),
  tokens: z.array(z.strictObject(tokenFields)).check(
    z.minLength(1, 'Needs at least one token'),
    z.maxLength(MAX_TOKENS, `Must be at most ${MAX_TOKENS} tokens`),
    unique<ChainToken>(({ symbol }) => symbol.toLowerCase(), 'symbol', 'Is there twice'),
    unique<ChainToken>(({ address }) => (address ?? '').toLowerCase(), 'address', 'Is there twice'),
  ),
  /** The first block to search for payments. Null: the block an hour before the sale's first purchase. */
  from_block: z._default(z.nullable(wholeNumber(0, MAX_NUMBER)), null),
})
export type ChainUpdate = z.input<typeof chainUpdateSchema>

const chainParam = z
  .string()
  .check(z.regex(/^[1-9]\d{0,15}$/, 'Must be the id of a chain: a whole number of 1 or more'))
const ofChain = z.object({ id: projectIdSchema, chain_id: chainParam })
const byAdmin = { access: 'signed-in', roles: 'admin', needsStepUp: 'everything' } as const

export const chainCalls = {
  listChains: {
    ...read,
    path: '/projects/:id/chains',
    summary: 'The blockchains with which a project’s purchases are compared, by name',
    roles: 'finance',
    params: z.object({ id: projectIdSchema }),
    response: chainListSchema,
  },

  connectChain: {
    ...byAdmin,
    method: 'PUT',
    path: '/projects/:id/chains/:chain_id',
    summary: 'Connect a blockchain, or change it, if its node and tokens are as they are given',
    params: ofChain,
    body: chainUpdateSchema,
    response: z.object({ chain: chainSchema, check: chainCheckSchema }),
    status: 200,
  },

  disconnectChain: {
    ...byAdmin,
    method: 'DELETE',
    path: '/projects/:id/chains/:chain_id',
    summary: 'Disconnect a blockchain: its purchases are no longer checkable',
    params: ofChain,
    response: null,
    status: 204,
  },
} satisfies Calls
