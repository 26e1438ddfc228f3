import { sweepOldVersions } from '#src/state/storage-sweep.ts'
import { watchUpdates } from './updates.ts'

/** Starts what no page needs for its first paint. */
export function startBackground(): void {
  watchUpdates()
  sweepOldVersions()
}
