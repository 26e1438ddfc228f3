import { secretFingerprints } from '#server/backup/manifest.ts'
import { openEmbedded, type DatabaseFiles, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { addWriterRows } from '#tests/support/oracles/sale-writer-rows.ts'

export const KEYRING = { secret: Buffer.from('s'.repeat(32)) }

/** What the manifest of a backup with this keyring says, besides its files. */
export const DESCRIPTION = {
  format: 1 as const,
  created_at: '2026-02-03T04:05:06.000Z',
  migration: '',
  secrets: secretFingerprints(KEYRING),
}

/** A new embedded database in `folder`, with a project and wallets. Close it. */
export async function openForBackups(
  folder: string,
): Promise<{ database: OpenDatabase; files: DatabaseFiles }> {
  const database = await openEmbedded(folder)
  const { files } = database
  if (!files) throw new Error('The embedded database has files')
  await migrate(database.db)
  await addWriterRows(database.db)
  return { database, files }
}
