import type { MinedTransaction, Transfer } from './chain-node.ts'
import type { Answer } from './read-node.ts'

/** More than a block has room for. */
const MAX_CALLS = 200_000
/** The calls that move coins. Others have the value of the call around them. */
const MOVING = /^(?:CALL|CREATE2?|SELFDESTRUCT)$/

/**
 * All payments of coins in a trace of `callTracer`, in the order of the calls, without those that were
 * undone. `logIndex` is their number: they have no log.
 * @throws NodeError if it is no trace of the transaction
 */
export function readCoinTrace(
  trace: Answer,
  transactionHash: string,
  { from, to, block }: Pick<MinedTransaction, 'from' | 'to' | 'block'>,
): Transfer[] {
  if (trace.field('from').address() !== from) throw trace.wrong()
  if (to !== null && trace.field('to').address() !== to) throw trace.wrong()
  const transfers: Transfer[] = []
  const calls = [trace]
  for (let seen = 0; calls.length > 0; seen += 1) {
    const call = calls.pop()
    if (call === undefined) break
    if (seen > MAX_CALLS) throw trace.wrong()
    // What a failed call did is undone, with all calls in it.
    if (!call.field('error').isAbsent()) continue
    const units = call.field('value').isAbsent() ? 0n : call.field('value').amount()
    if (units > 0n && MOVING.test(call.field('type').text()))
      transfers.push({
        transactionHash,
        block,
        logIndex: transfers.length,
        token: null,
        payer: call.field('from').address(),
        receiver: call.field('to').address(),
        units,
      })
    if (!call.field('calls').isAbsent())
      calls.push(...call.field('calls').list(MAX_CALLS).toReversed())
  }
  return transfers
}
