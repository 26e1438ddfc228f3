import { NodeError, type Block, type MinedTransaction, type Transfer } from './chain-node.ts'

// What nodes say, checked value by value: a value that does not fit is an error of the node.

/** What events are called by their first topic. */
export interface Topics {
  transfer: string
  /** A contract says with one of these that it got coins. */
  coins: readonly string[]
}

export interface Log extends Pick<Transfer, 'transactionHash' | 'block' | 'logIndex'> {
  address: string
  topics: readonly string[]
  data: string
}

const MAX_LOGS = 100_000
/** 2100: no block is of a later time. */
const MAX_SECONDS = 4_102_444_800
const WORD = 64

export class Answer {
  readonly #what: string
  readonly #value: unknown

  /** @param what for the error, such as "receipt" */
  constructor(what: string, value: unknown) {
    this.#what = what
    this.#value = value
  }

  wrong(): NodeError {
    return new NodeError(`The node’s ${this.#what} is not as it should be`)
  }

  field(name: string): Answer {
    const value = this.#value
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return new Answer(this.#what, undefined)
    // It has the property.
    return new Answer(this.#what, (value as Record<string, unknown>)[name])
  }

  isTrue(): boolean {
    return this.#value === true
  }

  isAbsent(): boolean {
    return this.#value === undefined || this.#value === null
  }

  text(): string {
    if (typeof this.#value !== 'string') throw this.wrong()
    return this.#value
  }

  isNull(): boolean {
    return this.#value === null
  }

  list(most: number): Answer[] {
    if (!Array.isArray(this.#value) || this.#value.length > most) throw this.wrong()
    return this.#value.map((value) => new Answer(this.#what, value))
  }

  /** Lower case. */
  matching(pattern: RegExp): string {
    const value = this.#value
    if (typeof value !== 'string' || !pattern.test(value)) throw this.wrong()
    return value.toLowerCase()
  }

  hash(): string {
    return this.matching(/^0x[\da-f]{64}$/i)
  }

  address(): string {
    return this.matching(/^0x[\da-f]{40}$/i)
  }

  bytes(): string {
    return this.matching(/^0x(?:[\da-f]{2})*$/i)
  }

  amount(): bigint {
    return BigInt(this.matching(/^0x[\da-f]{1,64}$/i))
  }

  number(): number {
    const number = Number(this.amount())
    if (!Number.isSafeInteger(number)) throw this.wrong()
    return number
  }
}

export function readBlockAnswer(answer: Answer): Block {
  const seconds = answer.field('timestamp').number()
  if (seconds > MAX_SECONDS) throw answer.wrong()
  return {
    number: answer.field('number').number(),
    hash: answer.field('hash').hash(),
    at: new Date(seconds * 1000),
  }
}

/** A log that was not taken back. */
export function readLog(answer: Answer): Log {
  if (answer.field('removed').isTrue()) throw answer.wrong()
  return {
    address: answer.field('address').address(),
    topics: answer
      .field('topics')
      .list(4)
      .map((topic) => topic.hash()),
    data: answer.field('data').bytes(),
    transactionHash: answer.field('transactionHash').hash(),
    block: answer.field('blockNumber').number(),
    logIndex: answer.field('logIndex').number(),
  }
}

/**
 * A transaction by its receipt and itself. Null if it is in no block.
 * @throws NodeError also where the two do not fit together
 */
export function readMined(
  hash: string,
  receipt: Answer,
  transaction: Answer,
  topics: Topics,
): (MinedTransaction & { hasInput: boolean }) | null {
  const isPending =
    transaction.isNull() ||
    (transaction.field('hash').hash() === hash && transaction.field('blockHash').isNull())
  if (receipt.isNull() && isPending) return null
  if (receipt.isNull() || isPending) throw unsteady()
  const blockHash = receipt.field('blockHash').hash()
  const block = receipt.field('blockNumber').number()
  if (receipt.field('transactionHash').hash() !== hash) throw receipt.wrong()
  if (transaction.field('hash').hash() !== hash) throw transaction.wrong()
  if (transaction.field('blockHash').hash() !== blockHash) throw unsteady()
  if (transaction.field('blockNumber').number() !== block) throw transaction.wrong()
  const from = transaction.field('from').address()
  if (receipt.field('from').address() !== from) throw receipt.wrong()
  const status = receipt.field('status').number()
  if (status > 1) throw receipt.wrong()

  const logs = receipt.field('logs').list(MAX_LOGS)
  const read = logs.map((log) => {
    if (log.field('blockHash').hash() !== blockHash) throw receipt.wrong()
    return readLog(log)
  })
  for (const [at, log] of read.entries()) {
    const isNext = at === 0 || log.logIndex > (read[at - 1]?.logIndex ?? 0)
    if (log.transactionHash !== hash || log.block !== block || !isNext) throw receipt.wrong()
  }
  return {
    block,
    blockHash,
    hasSucceeded: status === 1,
    from,
    to: transaction.field('to').isNull() ? null : transaction.field('to').address(),
    value: transaction.field('value').amount(),
    transfers: read.flatMap((log) => readTransfer(log, topics) ?? []),
    hasInput: transaction.field('input').bytes() !== '0x',
  }
}

/** Two answers of one node that are of different states, as while a chain is reorganised. */
const unsteady = () => new NodeError('The node’s receipt and transaction do not fit together')

/** The payment that a log is of, or null. */
export function readTransfer(log: Log, { transfer, coins }: Topics): Transfer | null {
  const { address, topics, data, transactionHash, block, logIndex } = log
  const words = wordsOf(data)
  const [event = '', ...indexed] = topics
  const place = { transactionHash, block, logIndex }
  if (event === transfer) {
    const [payer, receiver] = indexed.map(asAddress)
    // NFTs have a third topic, the amount's place.
    if (indexed.length !== 2 || words.length !== 1 || !payer || !receiver) return null
    return { ...place, token: address, payer, receiver, units: BigInt(words[0] ?? 0) }
  }
  if (!coins.includes(event)) return null
  // The payer and the amount, the first ones perhaps indexed.
  const [payer, units, ...others] = [...indexed, ...words]
  const from = payer === undefined ? null : asAddress(payer)
  if (from === null || units === undefined || others.length > 0) return null
  return { ...place, token: null, payer: from, receiver: address, units: BigInt(units) }
}

function wordsOf(data: string): string[] {
  if ((data.length - 2) % WORD !== 0) return []
  return [...data.slice(2).matchAll(/.{64}/g)].map(([word]) => `0x${word}`)
}

/** The address in a word, or null. */
function asAddress(word: string): string | null {
  return /^0x0{24}[\da-f]{40}$/.test(word) ? `0x${word.slice(26)}` : null
}
