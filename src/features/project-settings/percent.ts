const PLAIN = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * A stored fraction (0.29) as the percentage a person reads ("29"), by moving the decimal point in
 * its shortest writing: multiplying would show 28.999999999999996. Null stays null.
 */
export function fractionToPercent(fraction: number | null | undefined): string | null {
  return fraction === null || fraction === undefined ? null : movePoint(String(fraction), 2)
}

/** Moves the decimal point `places` to the right; the answer has no exponent. */
function movePoint(number: string, places: number): string {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = PLAIN.exec(number) ?? []
  if (whole === '') return number
  const shift = places + Number(exponent)
  const digits = '0'.repeat(Math.max(0, -shift)) + whole + decimals
  const point = whole.length + Math.max(0, -shift) + shift
  const padded = digits.padEnd(point, '0')
  const left = padded.slice(0, point).replace(/^0+(?=\d)/, '') || '0'
  const right = padded.slice(point).replace(/0+$/, '')
  return sign + (right === '' ? left : `${left}.${right}`)
}
