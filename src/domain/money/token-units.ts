/**
 * An amount of tokens in the token's smallest units: tokens × 10^decimals, rounded towards zero, exact.
 * @param tokens an exact decimal
 * @param decimals of the token, 0 to 36
 */
export function toUnits(tokens: string, decimals: number): string {
  const [whole = '0', fraction = ''] = tokens.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals)).toString()
}

/** Smallest units as an exact decimal of tokens, without trailing zeros. */
export function fromUnits(units: string, decimals: number): string {
  const sign = units.startsWith('-') ? '-' : ''
  const digits = units.slice(sign.length).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(whole.length).replace(/0+$/, '')
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
