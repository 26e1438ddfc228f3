import { setImmediate as letOthersRun } from 'node:timers/promises'
import {
  walkDifference,
  type ChangedRow,
  type Compared,
} from '#server/db/allocations/difference.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { fromUnits, toUnits } from '#src/domain/money/token-units.ts'
import { checksumAddress } from '#src/domain/sale/checksum-address.mjs'
import type { DifferencePart } from '#src/wire/allocation-lists.ts'
import { headerOf, startOf, type FileForm } from './list-files.ts'

/**
 * The CSV of a part of a difference, by address, in steps: what each wallet is owed more, or less, as a
 * positive amount. Units are the difference of both rounded-down units, so that what was paid by the list
 * and the file together is what is owed; wallets without a whole one are left out, as they are for Safe.
 * @param decimals of the list
 */
export async function* differenceCsv(
  tx: Tx,
  compared: Compared,
  part: DifferencePart,
  form: FileForm,
  decimals: number,
): AsyncGenerator<{ text: string; rows: number }> {
  yield { text: headerOf(form), rows: 0 }
  const start = startOf(form)
  for await (const step of walkDifference(tx, compared, part)) {
    const lines = step.flatMap((row) => {
      const amount = amountOf(row, form, decimals)
      return amount === '0' ? [] : [`${start}${row.wallet_address},${amount}\r\n`]
    })
    yield { text: lines.join(''), rows: lines.length }
  }
}

function amountOf(
  { before, after, difference }: ChangedRow,
  { format }: FileForm,
  decimals: number,
) {
  if (format === 'tokens') return difference
  const units = BigInt(toUnits(after, decimals)) - BigInt(toUnits(before, decimals))
  const amount = String(units < 0n ? -units : units)
  return format === 'units' ? amount : fromUnits(amount, decimals)
}

/** Spells the addresses of a file that are in small letters as EIP-55 does, which keeps its length. */
export async function* spellAddresses(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  for await (const bytes of file) {
    const text = rest + bytes.toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    yield text.slice(0, end).replaceAll(/\b0x[\da-f]{40}\b/g, checksumAddress)
    await letOthersRun()
  }
}
