/** A part of a file: the first and the last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

const SINGLE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/

/**
 * The part of a file of `size` bytes that a Range header requests (RFC 9110, 14.1.2). Null for the
 * whole file (no header, another unit, several ranges), 'unsatisfiable' if the range lies outside.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | null | 'unsatisfiable' {
  const [, first, last, suffix] = SINGLE_RANGE.exec(header ?? '') ?? []
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  if (first === undefined) return null
  const start = Number(first)
  const end = last === undefined ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== undefined && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
