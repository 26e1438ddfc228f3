import * as z from 'zod/mini'
import { CHECKSUM_ERROR, hasValidChecksum } from '#src/domain/sale/wallet-checksum.ts'
import { addressSchema } from '#src/wire/ingest.ts'

/** The wallet to credit, as it is entered. */
export const walletFormSchema = z.object({
  address: z.string().check((check) => {
    const typed = check.value.trim()
    const error = addressSchema.safeParse(typed).error?.issues[0]?.message
    const message = error ?? (hasValidChecksum(typed) ? undefined : CHECKSUM_ERROR)
    if (message !== undefined) check.issues.push({ code: 'custom', input: check.value, message })
  }),
})
