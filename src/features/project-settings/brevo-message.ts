const TEST_FAILED = /^(Brevo integration test failed for [^]*?): (\{[^]*\})$/

/**
 * A failed connection test as a person reads it (spec 8): `…failed for AURA: {"message":"Key not
 * found",…}` becomes `…failed for AURA: "Key not found"`. Any other message stays as it is.
 */
export function reduceBrevoMessage(message: string): string {
  const [, prefix, json] = TEST_FAILED.exec(message) ?? []
  if (prefix === undefined || json === undefined) return message
  try {
    const answer: unknown = JSON.parse(json)
    const isTold = typeof answer === 'object' && answer !== null && 'message' in answer
    return isTold && typeof answer.message === 'string' ? `${prefix}: "${answer.message}"` : message
  } catch {
    return message
  }
}
