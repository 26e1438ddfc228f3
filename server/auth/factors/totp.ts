import { Secret, TOTP } from 'otpauth'
import { PRODUCT_NAME } from '#src/domain/product.ts'

const STEP_SECONDS = 30
const KEY_BYTES = 20
/** A code of the step before or after also counts: clocks drift, and typing takes time. */
const WINDOW_STEPS = 1

/** A new key of an authenticator app, base32 without padding. */
export function newTotpKey(): string {
  return new Secret({ size: KEY_BYTES }).base32
}

/** The `otpauth:` URI that apps read from a QR code. */
export function totpUri(key: string, email: string): string {
  return generator(key, email).toString()
}

/**
 * The time step (30 s since 1970) whose code this is: the current one, or the one before or after.
 * @param code six digits; blanks are ignored
 * @returns null for a wrong code
 */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const token = code.replaceAll(/\s/g, '')
  const delta = generator(key).validate({ token, timestamp, window: WINDOW_STEPS })
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

function generator(key: string, label = ''): TOTP {
  return new TOTP({
    issuer: PRODUCT_NAME,
    label,
    secret: Secret.fromBase32(key),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })
}
