import { sql } from 'kysely'
import { openPostgres, type Db } from '#server/db/engine/open.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { PROJECT, type Load } from './load.ts'

export interface Stored {
  /** Acknowledged writes that are missing. */
  lost: number
  /** Writes that are there more than once, acknowledged or not. */
  double: number
}

const toDatabase = (port: number) => `postgres://app@127.0.0.1:${port}/postgres`

/** Compares what was acknowledged until now with what a server has. */
export async function checkStored(
  port: number,
  { purchases, credits }: Pick<Load, 'purchases' | 'credits'>,
): Promise<Stored> {
  const database = openPostgres(toDatabase(port))
  try {
    const [bought, credited] = [[...purchases], [...credits]]
    const rows = await Promise.all([
      compare(database.db, 'transactions', 'source_id', bought),
      compare(database.db, 'manual_transactions', 'reason', credited),
    ])
    return {
      lost: rows.reduce((sum, { lost }) => sum + lost, 0),
      double: rows.reduce((sum, { double }) => sum + double, 0),
    }
  } finally {
    await database.close()
  }
}

async function compare(db: Db, table: string, column: string, ids: string[]): Promise<Stored> {
  const name = sql.id(column)
  const { rows } = await sql<Stored>`
    select
      (select count(*)::int from unnest(${ids}::text[]) wanted
        where not exists (select from ${sql.id(table)} where ${name} = wanted)) as lost,
      (select count(${name})::int - count(distinct ${name})::int from ${sql.id(table)}) as double`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error(`No result for ${table}`)
  return row
}

/** How many sums differ from their rows. */
export async function countWrongSums(port: number): Promise<number> {
  const database = openPostgres(toDatabase(port))
  try {
    return (await checkProject(database.db, PROJECT)).length
  } finally {
    await database.close()
  }
}
