import type { FastifyReply } from 'fastify'

/** Names one more header of the request that the response depends on. */
export function addVary(reply: FastifyReply, header: string): void {
  const before = reply.getHeader('vary')
  void reply.header('vary', before === undefined ? header : `${String(before)}, ${header}`)
}

interface Wish {
  quality: number
  /** 2: the type itself, 1: its group, 0: any. */
  precision: number
  place: number
}

/**
 * Whether an Accept header prefers CSV to JSON: by quality, then the type that is named more precisely,
 * then the one that is named first. JSON is the default, also for `*\/*`.
 */
export function prefersCsv(header = ''): boolean {
  const ranges = header.split(',').map(readRange)
  const csv = bestOf(ranges, 'text', 'csv')
  const json = bestOf(ranges, 'application', 'json')
  if (csv === null || csv.quality === 0) return false
  if (json === null || csv.quality !== json.quality) return csv.quality > (json?.quality ?? 0)
  if (csv.precision !== json.precision) return csv.precision > json.precision
  return csv.place < json.place
}

function readRange(text: string): { type: string; quality: number } {
  const [type = '', ...params] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = params.flatMap((param) => /^q=([01](?:\.\d{0,3})?)$/.exec(param)?.[1] ?? [])[0]
  return { type, quality: Math.min(1, Number(quality ?? 1)) }
}

/** What the most precise range that holds a type says of it. */
function bestOf(
  ranges: readonly { type: string; quality: number }[],
  group: string,
  name: string,
): Wish | null {
  const names = ['*/*', `${group}/*`, `${group}/${name}`]
  const wishes = ranges.flatMap(({ type, quality }, place) => {
    const precision = names.indexOf(type)
    return precision === -1 ? [] : [{ quality, precision, place }]
  })
  return wishes.toSorted((a, b) => b.precision - a.precision)[0] ?? null
}
