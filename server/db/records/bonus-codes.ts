import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { BonusCodesTable } from '#server/db/schema/schema.ts'
import { listPage, whereId, type PageRequest } from './list-page.ts'

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

/** A row of the list; `percentage` is an exact decimal string. */
export type BonusCodeRow = Pick<Selectable<BonusCodesTable>, (typeof COLUMNS)[number]>

/**
 * One page of the projects' codes, newest first.
 * @param active true for codes that are not disabled, not past their end and not used up at
 *   `now`, false for the others, undefined for all
 * @param id only the one with this id
 */
export function listBonusCodes(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  now: Date,
  { active, id }: { active?: boolean | undefined; id?: string | undefined } = {},
): Promise<BonusCodeRow[]> {
  const isActive = sql`(not disabled and coalesce(end_date > ${now}, true)
    and coalesce(uses < max_uses, true))`
  const byState =
    active === undefined ? sql`` : active ? sql`and ${isActive}` : sql`and not ${isActive}`
  const where = sql`${byState} ${whereId(id)}`
  return listPage(db, 'bonus_codes', COLUMNS, projects, page, { where })
}

/** The newest of the projects' codes that begin like this, in any case. */
export function findBonusCodes(
  db: Db,
  projects: readonly string[],
  prefix: string,
  limit: number,
): Promise<BonusCodeRow[]> {
  const where = sql`and lower(code) ^@ lower(${prefix})`
  return listPage(db, 'bonus_codes', COLUMNS, projects, { page: 1, limit }, { where })
}

/** Adds a code; undefined if the project already has it. Case does not matter. */
export async function insertBonusCode(
  tx: Db,
  code: Insertable<BonusCodesTable>,
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
  tx: Db,
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
export async function disableBonusCode(tx: Db, id: number, now: Date): Promise<BonusCodeRow> {
  return tx
    .updateTable('bonus_codes')
    .set({ disabled: true, disabled_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}
