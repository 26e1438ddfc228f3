import { MAX_TOKEN_DECIMALS } from '#src/wire/chains.ts'

/** The calls `decimals()` and `symbol()`. */
export const DECIMALS = '0x313ce567'
export const SYMBOL = '0x95d89b41'

const MAX_SYMBOL_BYTES = 100

/** The result of `decimals()`, or null if it is none. */
export function readDecimals(data: string): number | null {
  if (!/^0x[\da-f]{64}$/.test(data)) return null
  const value = BigInt(data)
  return value <= MAX_TOKEN_DECIMALS ? Number(value) : null
}

/** The result of `symbol()`, a text or, of old contracts, 32 bytes; null if it is none. */
export function readSymbol(data: string): string | null {
  const bytes = Buffer.from(data.slice(2), 'hex')
  if (bytes.length === 32)
    return asText(Buffer.from(bytes.toString('latin1').split('\0')[0] ?? '', 'latin1'))
  if (bytes.length < 64 || readWord(bytes, 0) !== 32n) return null
  const length = readWord(bytes, 32)
  if (length > MAX_SYMBOL_BYTES || 64n + length > bytes.length) return null
  return asText(bytes.subarray(64, 64 + Number(length)))
}

const readWord = (bytes: Buffer, at: number) =>
  BigInt(`0x${bytes.subarray(at, at + 32).toString('hex')}`)

function asText(bytes: Buffer): string | null {
  const text = bytes.toString('utf8').trim()
  return text === '' || /[\p{Cc}\p{Surrogate}\ufffd]/u.test(text) ? null : text
}
