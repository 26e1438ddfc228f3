import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** Runs SQL on the embedded database of a SALEROOM_DATA folder that no server has open. */
export interface FolderDatabase {
  query<T>(sql: string, params?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

/**
 * Opens a folder that a server has closed, or a copy of one. Never open a folder in use: the
 * embedded database has no lock.
 */
export async function openFolder(folder: string): Promise<FolderDatabase> {
  const database = await PGlite.create(path.join(folder, 'db'))
  return {
    query: async <T>(sql: string, params: unknown[] = []): Promise<T[]> =>
      (await database.query<T>(sql, params)).rows,
    close: () => database.close(),
  }
}
