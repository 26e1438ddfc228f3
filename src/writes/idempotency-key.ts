/**
 * A key that no other intention has: 128 random bits in hex. Made where an intention begins (a
 * dialog opens) and sent with every attempt at it.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
