import { sql, type Kysely } from 'kysely'
import { pageOfIds, type PageRequest } from './page-of-ids.ts'
import type { Database } from './schema.ts'

/** A row of the list; `percentage` is an exact decimal string. */
export interface BonusCodeRow {
  id: number
  project_id: string
  code: string
  percentage: string
  start_date: Date | null
  end_date: Date | null
  uses: number
  max_uses: number | null
  disabled: boolean
  tokens_come_from_stage_tokens: boolean
  created_at: Date
}

const COLUMNS = [
  'id',
  'project_id',
  'code',
  'percentage',
  'start_date',
  'end_date',
  'uses',
  'max_uses',
  'disabled',
  'tokens_come_from_stage_tokens',
  'created_at',
] as const

/**
 * One page of the projects' codes, newest first.
 * @param active true for codes that are not disabled, not past their end and not used up at
 *   `now`, false for the others, undefined for all
 */
export async function listBonusCodes(
  db: Kysely<Database>,
  projects: readonly string[],
  page: PageRequest,
  now: Date,
  active?: boolean,
): Promise<BonusCodeRow[]> {
  if (projects.length === 0) return []
  const isActive = sql`(not disabled and coalesce(end_date > ${now}, true)
    and coalesce(uses < max_uses, true))`
  const where =
    active === undefined ? sql`` : active ? sql`and ${isActive}` : sql`and not ${isActive}`
  const { rows } = await sql<BonusCodeRow>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(`c.${column}`)))}
    from (${pageOfIds('bonus_codes', projects, page, where)}) as page
    join bonus_codes as c on c.id = page.id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows
}

/** Adds a code; undefined if the project already has it. Case does not matter. */
export async function insertBonusCode(
  tx: Kysely<Database>,
  code: {
    project_id: string
    code: string
    percentage: number
    start_date: Date | null
    end_date: Date | null
    max_uses: number | null
    tokens_come_from_stage_tokens: boolean
    created_at: Date
  },
): Promise<BonusCodeRow | undefined> {
  return tx
    .insertInto('bonus_codes')
    .values(code)
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** The code, locked until the transaction ends; undefined if the project has no such code. */
export async function lockBonusCode(
  tx: Kysely<Database>,
  projectId: string,
  id: number,
): Promise<BonusCodeRow | undefined> {
  return tx
    .selectFrom('bonus_codes')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Disables a code. This cannot be undone. */
export async function disableBonusCode(tx: Kysely<Database>, id: number): Promise<BonusCodeRow> {
  return tx
    .updateTable('bonus_codes')
    .set({ disabled: true })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}
