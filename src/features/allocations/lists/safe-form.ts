import * as z from 'zod/mini'
import { CHECKSUM_ERROR, hasValidChecksum } from '#src/domain/sale/wallet-checksum.ts'
import { addressSchema } from '#src/wire/ingest.ts'

export interface SafeForm {
  address: string
}
export const EMPTY_SAFE: SafeForm = { address: '' }

export const safeFormSchema = z.object({
  address: z.string().check((check) => {
    const message = contractError(check.value.trim())
    if (message !== null) check.issues.push({ code: 'custom', input: check.value, message })
  }),
})

/** Why a text is not the address of a contract, or null. */
function contractError(typed: string): string | null {
  if (typed === '') return 'Enter the address of the token’s contract'
  if (!addressSchema.safeParse(typed).success)
    return 'Must be a contract address: 0x and 40 hexadecimal digits'
  return hasValidChecksum(typed) ? null : CHECKSUM_ERROR
}
