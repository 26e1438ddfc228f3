const TEST_FAILED = /^(Brevo integration test failed for [^]*?): (\{[^]*\})$/

/**
 * The short form of a failed connection test (spec 8): `…failed for AURA: {"message":"Key not
 * found",…}` becomes `…failed for AURA: "Key not found"`. Any other message stays as it is.
 */
export function reduceBrevoMessage(message: string): string {
  const [, prefix, json] = TEST_FAILED.exec(message) ?? []
  if (prefix === undefined || json === undefined) return message
  try {
    const body: unknown = JSON.parse(json)
    const hasMessage = typeof body === 'object' && body !== null && 'message' in body
    return hasMessage && typeof body.message === 'string' ? `${prefix}: "${body.message}"` : message
  } catch {
    return message
  }
}
