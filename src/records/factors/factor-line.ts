import { formatLastUse } from '#src/domain/record-formats.ts'
import type { Factor } from '#src/wire/factors.ts'

/** "Added Sep 2, last used 14:06". Local time. */
export function factorLine({ created_at: created, last_used_at: used }: Factor, now: Date): string {
  const added = `Added ${formatLastUse(created, now)}`
  return `${added}, ${used === null ? 'not used yet' : `last used ${formatLastUse(used, now)}`}`
}
