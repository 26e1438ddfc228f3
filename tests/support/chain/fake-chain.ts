import { createHash } from 'node:crypto'

// What a fake node serves: blocks, and the transactions that a test puts into them. A block that nothing
// was put into takes no memory, so a chain can be as high as Ethereum.

/** `Transfer(address,address,uint256)` of ERC-20. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `SafeReceived(address,uint256)`: what a Safe logs when it receives coins. */
export const SAFE_RECEIVED_TOPIC =
  '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'

export interface FakeLog {
  /** The contract that logged it. */
  address: string
  topics: readonly string[]
  data: string
}

/** Coins that one contract or account moved to another within a transaction. */
interface InnerPayment {
  from: string
  to: string
  value: bigint
}

export interface FakeTransaction {
  hash: string
  block: number
  from: string
  /** Null: it makes a contract. */
  to: string | null
  value: bigint
  hasSucceeded: boolean
  logs: readonly FakeLog[]
  inner: readonly InnerPayment[]
  /** Within its block. */
  index: number
  firstLogIndex: number
}

export const toHex = (value: number | bigint) => `0x${value.toString(16)}`
export const toWord = (value: bigint | number) => value.toString(16).padStart(64, '0')
const addressTopic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** A hash or an address that a text always has: 32 bytes, or 20 for an address. */
export const fakeHash = (text: string): string =>
  `0x${createHash('sha256').update(text).digest('hex')}`
export const fakeAddress = (text: string): string => fakeHash(text).slice(0, 42)

/** The log of a payment of a token. */
export const transferLog = (
  token: string,
  payer: string,
  receiver: string,
  units: bigint,
): FakeLog => ({
  address: token.toLowerCase(),
  topics: [TRANSFER_TOPIC, addressTopic(payer), addressTopic(receiver)],
  data: `0x${toWord(units)}`,
})

/** The log of a Safe that receives coins. */
export const safeReceivedLog = (payer: string, safe: string, units: bigint): FakeLog => ({
  address: safe.toLowerCase(),
  topics: [SAFE_RECEIVED_TOPIC, addressTopic(payer)],
  data: `0x${toWord(units)}`,
})

export interface FakeChainOptions {
  chainId?: number
  /** The newest block at first, and its time. */
  head?: number
  headAt?: Date
  secondsPerBlock?: number
}

export class FakeChain {
  readonly chainId: number
  head: number
  readonly #startedAt: number
  readonly #blockMs: number
  readonly #transactions = new Map<string, FakeTransaction>()
  readonly #blocks = new Map<number, FakeTransaction[]>()
  /** Blocks from which on another chain replaced the earlier one, in the order of the events. */
  readonly #reorganised: number[] = []
  #numbers: number[] | null = null

  constructor({
    chainId = 31_337,
    head = 1000,
    headAt = new Date(),
    secondsPerBlock = 12,
  }: FakeChainOptions = {}) {
    this.chainId = chainId
    this.head = head
    this.#blockMs = secondsPerBlock * 1000
    this.#startedAt = headAt.getTime() - head * this.#blockMs
  }

  /** In whole seconds, as a chain has them. */
  timeOf(block: number): Date {
    return new Date(Math.floor((this.#startedAt + block * this.#blockMs) / 1000) * 1000)
  }

  /** The first block that is not older than a time, at most the newest one. */
  blockAt(time: Date): number {
    const block = Math.ceil((time.getTime() - this.#startedAt) / this.#blockMs)
    return Math.max(0, Math.min(this.head, block))
  }

  hashOf(block: number): string {
    const branch = this.#reorganised.filter((from) => from <= block).length
    return fakeHash(`${this.chainId} ${block} ${branch}`)
  }

  mine(blocks = 1): void {
    this.head += blocks
  }

  /** Puts a transaction into a block: the next one, which is mined, unless `block` names another. */
  send({
    block,
    hash,
    from,
    to = null,
    value = 0n,
    hasSucceeded = true,
    logs = [],
    inner = [],
  }: Partial<Omit<FakeTransaction, 'index' | 'firstLogIndex'>> & {
    from: string
  }): FakeTransaction {
    if (block === undefined) this.mine()
    const number = block ?? this.head
    const others = this.#blocks.get(number) ?? []
    const transaction: FakeTransaction = {
      hash: (
        hash ?? fakeHash(`${this.chainId} ${number} ${others.length} ${this.#transactions.size}`)
      ).toLowerCase(),
      block: number,
      from: from.toLowerCase(),
      to: to?.toLowerCase() ?? null,
      value,
      hasSucceeded,
      // A transaction that fails leaves no logs.
      logs: hasSucceeded ? logs : [],
      inner: hasSucceeded ? inner : [],
      index: others.length,
      firstLogIndex: others.reduce((sum, other) => sum + other.logs.length, 0),
    }
    this.#transactions.set(transaction.hash, transaction)
    if (others.length === 0) {
      this.#blocks.set(number, others)
      this.#numbers = null
    }
    others.push(transaction)
    return transaction
  }

  /** Pays a token. `to` of the transaction is the token's contract. */
  payToken(payment: {
    token: string
    from: string
    to: string
    units: bigint
    hash?: string
    block?: number
    hasSucceeded?: boolean
  }): FakeTransaction {
    const { token, from, to, units, ...rest } = payment
    return this.send({ ...rest, from, to: token, logs: [transferLog(token, from, to, units)] })
  }

  /** Pays the chain's own coin from account to account. */
  payCoin(payment: {
    from: string
    to: string
    value: bigint
    hash?: string
    block?: number
    hasSucceeded?: boolean
  }): FakeTransaction {
    return this.send(payment)
  }

  transaction(hash: string): FakeTransaction | undefined {
    const found = this.#transactions.get(hash.toLowerCase())
    return found !== undefined && found.block <= this.head ? found : undefined
  }

  transactionsOf(block: number): readonly FakeTransaction[] {
    return this.#blocks.get(block) ?? []
  }

  /** The transactions of a range of blocks, both included. */
  *between(from: number, to: number): Generator<FakeTransaction> {
    this.#numbers ??= [...this.#blocks.keys()].toSorted((a, b) => a - b)
    const numbers = this.#numbers
    let low = 0
    for (let high = numbers.length; low < high;) {
      const middle = (low + high) >> 1
      if ((numbers[middle] ?? 0) < from) low = middle + 1
      else high = middle
    }
    for (const end = Math.min(to, this.head); low < numbers.length; low++) {
      const number = numbers[low] ?? 0
      if (number > end) return
      yield* this.transactionsOf(number)
    }
  }

  /**
   * Replaces the newest blocks by others of as many numbers, and drops their transactions.
   * @returns the dropped ones; `send` puts one back
   */
  reorganise(depth: number): FakeTransaction[] {
    const from = this.head - depth + 1
    const dropped = [...this.between(from, this.head)]
    for (const { hash, block } of dropped) {
      this.#transactions.delete(hash)
      this.#blocks.delete(block)
    }
    this.#numbers = null
    this.#reorganised.push(from)
    return dropped
  }

  /** The newest blocks are gone, and the node knows no others yet. */
  rewind(blocks: number): void {
    this.reorganise(blocks)
    this.head -= blocks
  }
}
