import type { ColumnType } from 'kysely'
import type { ChainPaymentState } from '#src/wire/chain-payments.ts'
import type { ChainState, ChainToken } from '#src/wire/chains.ts'
import type { ProofReason } from '#src/wire/proofs.ts'
import type {
  Decimal,
  Defaulted,
  Fixed,
  Id,
  Instant,
  MaybeDecimal,
  MaybeInstant,
  MaybeNumber,
  MaybeText,
} from './columns.ts'

/** The blockchains of projects (see 042-proof-triggers). */
export interface ChainsTable {
  id: Id
  project_id: string
  chain_id: Fixed<number>
  name: string
  /** Encrypted with the server's secret: it may have a key in it, and never leaves the server. */
  rpc_url_sealed: string
  /** The host of the node, with its port if it is not the protocol's own. */
  rpc_host: string
  /** Without a slash at the end. */
  explorer_url: MaybeText
  /** 1 or more: so many blocks prove a payment, the one with it included. */
  confirmations: number
  /** Lower case. */
  receivers: string[]
  /** Addresses in lower case; written as JSON. */
  tokens: ColumnType<ChainToken[], string, string>
  symbols: string[]
  from_block: number
  state: Defaulted<ChainState>
  /** What the node does wrong while it is failing, without its address. */
  error: MaybeText
  failing_since: MaybeInstant
  /** In a row. */
  failures: Defaulted<number>
  next_try_at: MaybeInstant
  head_block: MaybeNumber
  /** The time of that block. */
  head_at: MaybeInstant
  scanned_block: MaybeNumber
  scanned_hash: MaybeText
  range_blocks: Defaulted<number>
  /** When the node last responded as it should. */
  checked_at: MaybeInstant
  disconnected_at: MaybeInstant
}

/** Which process does the work of a project's chains. */
export interface ChainJobsTable {
  project_id: string
  /** Purchases with greater ids may have to be marked or released. */
  walk_after: MaybeNumber
  claim: MaybeText
  claimed_until: MaybeInstant
}

/** What the chain says of a purchase; its state is `transactions.proof_state`. */
export interface ProofsTable {
  transaction_id: Fixed<number>
  project_id: string
  due_at: MaybeInstant
  due_block: MaybeNumber
  chain_id: MaybeNumber
  reason: ColumnType<ProofReason | null, ProofReason | null | undefined, ProofReason | null>
  block: MaybeNumber
  block_hash: MaybeText
  /** Lower case, as the receiver: the first of several. */
  payer: MaybeText
  receiver: MaybeText
  amount: MaybeDecimal
  /** The symbol of `amount`. */
  token: MaybeText
  claims: MaybeNumber
  claimed: MaybeDecimal
  proven_at: MaybeInstant
  differs_at: MaybeInstant
  checked_at: MaybeInstant
}

/** Payments to the receivers of a chain that no purchase named when they were found. */
export interface ChainPaymentsTable {
  id: Id
  project_id: string
  chain_id: Fixed<number>
  /** Lower case, as the addresses. */
  transaction_hash: Fixed<string>
  /** In its block. */
  log_index: number
  block: number
  /** The time of the block. */
  at: Instant
  payer: Fixed<string>
  receiver: Fixed<string>
  /** The symbol. */
  token: Fixed<string>
  amount: Decimal
  place: Fixed<number>
  /** When the scan found it. */
  found_at: Defaulted<Date>
  state: Defaulted<ChainPaymentState>
  /** The purchase that names the hash, perhaps of another project with the same receiver. */
  transaction_id: MaybeNumber
  dismissed_at: MaybeInstant
  /** An email address. */
  dismissed_by: MaybeText
  dismissed_reason: MaybeText
}
