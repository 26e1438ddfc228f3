import { bucketIndex } from './buckets.ts'

/**
 * The place of an instant on an axis of buckets, in buckets from its start: 2.5 is the middle of the
 * third. An instant outside of the axis has the place of its end.
 * @param edges the start of each bucket, ascending, then the end of the last one; epoch ms
 */
export function bucketPosition(edges: readonly number[], instant: number): number {
  const last = edges.length - 1
  const index = bucketIndex(edges, instant)
  if (index < 0) return 0
  const [start, end] = [edges[index], edges[index + 1]]
  if (start === undefined || end === undefined) return Math.max(0, last)
  return index + (instant - start) / (end - start)
}
