import type { AdminClient } from './admin-client.ts'

/**
 * Creates an ingest key for each project, runs `work` with them, and revokes them however it ends.
 * @param name the name of the keys in the list of keys
 */
export async function withTemporaryKeys(
  client: Pick<AdminClient, 'run'>,
  { name, projects }: { name: string; projects: readonly string[] },
  work: (keys: ReadonlyMap<string, string>) => Promise<void>,
): Promise<void> {
  const ids: string[] = []
  const keys = new Map<string, string>()
  try {
    for (const project of projects) {
      const output = await client.run('ingest-keys', ['create', project, name])
      const [, id = '', key = ''] = /^Key (\d+) [\s\S]*?(ingest_[\w-]{43})/.exec(output) ?? []
      ids.push(id)
      keys.set(project, key)
    }
    await work(keys)
  } finally {
    for (const id of ids) await client.run('ingest-keys', ['revoke', id])
  }
}
