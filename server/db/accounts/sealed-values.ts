import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** The columns with values that are encrypted with the server's secret, and what identifies a row. */
export const SEALED_COLUMNS = [
  { table: 'projects', key: 'id', column: 'brevo_api_key_sealed', noun: 'Brevo key' },
  { table: 'server_keys', key: 'name', column: 'value_sealed', noun: 'server key' },
  { table: 'push_devices', key: 'id', column: 'subscription_sealed', noun: 'push device' },
  { table: 'factors', key: 'id', column: 'secret_sealed', noun: 'authenticator app' },
  { table: 'chains', key: 'id', column: 'rpc_url_sealed', noun: 'node URL' },
] as const
export type SealedColumn = (typeof SEALED_COLUMNS)[number]

export interface SealedValue {
  /** As text. */
  key: string
  value: string
}

/** The encrypted values of a column, by key. */
export async function listSealedValues(
  db: Db,
  { table, key, column }: SealedColumn,
): Promise<SealedValue[]> {
  const { rows } = await sql<SealedValue>`
    select ${sql.ref(key)}::text as key, ${sql.ref(column)} as value from ${sql.table(table)}
    where ${sql.ref(column)} is not null order by ${sql.ref(key)}`.execute(db)
  return rows
}

/**
 * Replaces an encrypted value, unless it has changed since it was read.
 * @returns whether it was replaced
 */
export async function replaceSealedValue(
  db: Db,
  { table, key, column }: SealedColumn,
  before: SealedValue,
  value: string,
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${sql.ref(key)}::text = ${before.key} and ${sql.ref(column)} = ${before.value}
    returning 1`.execute(db)
  return rows.length > 0
}
