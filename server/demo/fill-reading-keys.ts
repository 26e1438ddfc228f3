import { sha256 } from '#server/auth/secret.ts'
import { insertReadingKey } from '#server/db/accounts/reading-keys.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { KeyScope } from '#src/wire/call.ts'
import { chance } from './random.ts'

interface DemoKey {
  name: string
  scopes: KeyScope[]
  /** Null for all of now and later. */
  projects: readonly string[] | null
  /** From the fill of the data, in days. */
  endsIn: number | null
  usedDaysAgo: number
  usesToday: number
}

const KEYS: readonly DemoKey[] = [
  {
    name: 'Monthly sheet',
    scopes: ['figures'],
    projects: ['AURA', 'HELIX'],
    endsIn: 90,
    usedDaysAgo: 0,
    usesToday: 412,
  },
  {
    name: 'Accountant',
    scopes: ['figures', 'lists'],
    projects: null,
    endsIn: null,
    usedDaysAgo: 1.3,
    usesToday: 0,
  },
]

/**
 * Keys that were read with. Nobody has their text.
 * @param by the id of the admin
 * @param names the projects that there are
 */
export async function fillReadingKeys(
  tx: Tx,
  by: number,
  names: readonly string[],
  now: Date,
): Promise<void> {
  const at = now.getTime()
  for (const key of KEYS) {
    const projects = key.projects?.filter((name) => names.includes(name)) ?? null
    if (projects?.length === 0) continue
    const text = chance(`reading key ${key.name}`).hex(64)
    const id = await insertReadingKey(
      tx,
      {
        name: key.name,
        key_hash: sha256(text),
        last4: text.slice(-4),
        scopes: key.scopes,
        created_by: by,
        created_at: new Date(at - 40 * DAY_MS),
        expires_at: key.endsIn === null ? null : new Date(at + key.endsIn * DAY_MS),
      },
      projects,
    )
    await tx
      .updateTable('reading_keys')
      .set({
        last_used_at: new Date(at - key.usedDaysAgo * DAY_MS),
        counted_day: now.toISOString().slice(0, 10),
        used_count: key.usesToday,
      })
      .where('id', '=', id)
      .execute()
  }
}
