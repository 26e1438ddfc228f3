import type { ChainNode, Transfer } from '#server/chain/chain-node.ts'
import { NodeError } from '#server/chain/chain-node.ts'
import { TRANSFER_TOPIC, type FakeChain, type FakeTransaction } from './fake-chain.ts'

/** A node without a network, for a chain that a test writes. */
export interface DirectNode extends ChainNode {
  chain: FakeChain
  /** It rejects with this from now on, or never responds. Null: it works. */
  failure: NodeError | 'silent' | null
  /** Logs are refused for more blocks. */
  maxRange: number
  /** The ranges of logs that were requested. */
  searches: { from: number; to: number }[]
}

/** @param signal ends requests that are never answered */
export function directNode(chain: FakeChain, signal?: AbortSignal): DirectNode {
  const node: DirectNode = {
    chain,
    failure: null,
    maxRange: Infinity,
    searches: [],
    readHead: () => answer(() => blockOf(chain.head)),
    readBlock: (number) => answer(() => (number > chain.head ? null : blockOf(number))),
    readTransactions: (hashes) =>
      answer(() => {
        const found = hashes.flatMap((hash) => chain.transaction(hash) ?? [])
        return new Map(
          found.map((one) => [
            one.hash,
            { ...one, blockHash: chain.hashOf(one.block), transfers: transfersOf(one) },
          ]),
        )
      }),
    readTransfers: ({ from, to, receivers, tokens }) =>
      answer(() => {
        node.searches.push({ from, to })
        if (to - from + 1 > node.maxRange) throw new NodeError('Too much', { isTooMuch: true })
        return [...chain.between(from, to)]
          .flatMap(transfersOf)
          .filter(
            ({ token, receiver }) =>
              token !== null && tokens.includes(token) && receivers.includes(receiver),
          )
      }),
  }
  const blockOf = (number: number) => ({
    number,
    hash: chain.hashOf(number),
    at: chain.timeOf(number),
  })
  const answer = async <Result>(read: () => Result): Promise<Result> => {
    if (node.failure === 'silent')
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new NodeError('It was ended')))
      })
    if (node.failure instanceof NodeError) throw node.failure
    return read()
  }
  return node
}

const transfersOf = ({ hash, block, logs, firstLogIndex }: FakeTransaction): Transfer[] =>
  logs.flatMap(({ address, topics, data }, n) => {
    const [topic, payer, receiver] = topics
    if (topic !== TRANSFER_TOPIC || payer === undefined || receiver === undefined) return []
    return {
      transactionHash: hash,
      block,
      logIndex: firstLogIndex + n,
      token: address,
      payer: addressOf(payer),
      receiver: addressOf(receiver),
      units: BigInt(data),
    }
  })

const addressOf = (topic: string) => `0x${topic.slice(-40)}`
