// What the server reads of a blockchain. Hashes and addresses are in lower case, amounts in smallest units.

export interface Block {
  number: number
  hash: string
  at: Date
}

/** A payment in a transaction that has a log of it. */
export interface Transfer {
  transactionHash: string
  block: number
  /** Within the block. */
  logIndex: number
  /** The token's contract; null for the chain's own coin, when its receiver is a contract that logs it. */
  token: string | null
  payer: string
  receiver: string
  units: bigint
}

/** A transaction that is in a block. */
export interface MinedTransaction {
  block: number
  blockHash: string
  hasSucceeded: boolean
  from: string
  /** Null where it made a contract. */
  to: string | null
  /** Of the chain's own coin, from `from` to `to`. */
  value: bigint
  /**
   * All payments of tokens that it logged, of any token to any address, in the order of their logs, and of
   * coins those that contracts logged; of a traced one instead all payments of coins, `value` included.
   */
  transfers: readonly Transfer[]
}

export interface TransferSearch {
  /** Both included. */
  from: number
  to: number
  receivers: readonly string[]
  /** Contracts. */
  tokens: readonly string[]
}

/**
 * A node of one blockchain. Every method rejects with a `NodeError` alone, and believes nothing that does
 * not fit what was requested. Requests of all its methods share a pace of 4 at a time and 10 a second.
 */
export interface ChainNode {
  /** The newest block. Checks the id of the chain too. */
  readHead(): Promise<Block>
  /** Null if there is no such block. */
  readBlock(number: number): Promise<Block | null>
  /**
   * By hash; those that are in no block are absent. Checks the id of the chain too.
   * @param coinHashes of those that should pay coins. If they call a contract, the coins that contracts
   *   moved are read from a trace where the node has traces.
   */
  readTransactions(
    hashes: readonly string[],
    coinHashes?: ReadonlySet<string>,
  ): Promise<Map<string, MinedTransaction>>
  /**
   * The payments to receivers in a range of blocks: logs of the tokens, and of coins those that a
   * receiver itself logs. Rejects with `isTooMuch` where the node refuses so many blocks.
   */
  readTransfers(search: TransferSearch): Promise<Transfer[]>
}

/**
 * The node at an address, for a chain. Costs nothing until its first request. Nodes of one address share
 * their pace in a process. Requests end when the signal is aborted.
 */
export type OpenNode = (address: {
  url: string
  chainId: number
  signal?: AbortSignal
}) => ChainNode

/** A node that does not respond as it should. `message` is for people, and has no part of its address. */
export class NodeError extends Error {
  /** When the node asks to wait. */
  readonly retryAfterMs: number | null
  /** Whether a smaller range of blocks may work. */
  readonly isTooMuch: boolean

  constructor(
    message: string,
    {
      retryAfterMs = null,
      isTooMuch = false,
    }: { retryAfterMs?: number | null; isTooMuch?: boolean } = {},
  ) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.isTooMuch = isTooMuch
  }
}
