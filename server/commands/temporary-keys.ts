import type { AdminClient } from './command-line.ts'

/**
 * Runs `work` with an ingest key for each project. However it ends, the keys end with it.
 * @param name what the keys are listed under
 */
export async function withTemporaryKeys(
  desk: Pick<AdminClient, 'ask'>,
  { name, projects }: { name: string; projects: readonly string[] },
  work: (keys: ReadonlyMap<string, string>) => Promise<void>,
): Promise<void> {
  const ids: string[] = []
  const keys = new Map<string, string>()
  try {
    for (const project of projects) {
      const told = await desk.ask('ingest-keys', ['create', project, name])
      const [, id = '', key = ''] = /^Key (\d+) [\s\S]*?(ingest_[\w-]{43})/.exec(told) ?? []
      ids.push(id)
      keys.set(project, key)
    }
    await work(keys)
  } finally {
    for (const id of ids) await desk.ask('ingest-keys', ['revoke', id])
  }
}
