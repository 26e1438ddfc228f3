import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/engine/open.ts'
import type { BonusCodesTable } from '#server/db/schema/schema.ts'
import type { BonusCodeSort, bonusCodeTotalQuerySchema } from '#src/wire/bonus-codes.ts'
import {
  readPage,
  whereCreated,
  whereId,
  type ListRows,
  type ListTotal,
  type PageRequest,
} from './list-page.ts'
import { countNotes, whereNoted } from './note-counts.ts'

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
  'usd',
  'bonus_tokens',
] as const

/** A code; `percentage` and its sums are exact decimal strings. */
export type BonusCodeRow = Pick<Selectable<BonusCodesTable>, (typeof COLUMNS)[number]> & {
  notes: number
}

/** The columns of a code `t` with its number of notes. */
const CODE_COLUMNS = sql<BonusCodeRow>`
  ${sql.join(COLUMNS.map((column) => sql.ref(`t.${column}`)))},
  ${countNotes('bonus_code')} as notes`

/** The number of notes where the table has its own name. */
const NOTES = countNotes('bonus_code', 'bonus_codes').as('notes')

/** The filters of the list. `now` decides which codes are active. */
export type BonusCodeFilters = Partial<
  Omit<z.output<typeof bonusCodeTotalQuerySchema>, 'projects'>
> & { now?: Date }

export interface BonusCodeOrder {
  sort?: BonusCodeSort
  order?: 'asc' | 'desc'
}

/** Codes that are not disabled, not past their end and not used up, the others, or all. */
function whereCodes({ active, id, now, ...period }: BonusCodeFilters): RawBuilder<unknown> {
  const isActive = sql`(not disabled and coalesce(end_date > ${now}, true)
    and coalesce(uses < max_uses, true))`
  const byState =
    active === undefined
      ? sql``
      : active === 'true'
        ? sql`and ${isActive}`
        : sql`and not ${isActive}`
  return sql`${whereCreated(period)} ${byState} ${whereId(id)}`
}

/** The codes that the filters leave, newest first unless ordered otherwise. */
export const bonusCodeRows = (
  filters: BonusCodeFilters,
  { sort = 'created_at', order = 'desc' }: BonusCodeOrder = {},
): ListRows => ({
  table: 'bonus_codes',
  key: ['id'],
  by: sql.ref(sort),
  order,
  where: whereCodes(filters),
  noted: filters.noted && 'bonus_code',
})

/** One page of the projects' codes. */
export const listBonusCodes = (
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  { sort, order, ...filters }: BonusCodeFilters & BonusCodeOrder = {},
): Promise<BonusCodeRow[]> =>
  readPage(
    db,
    bonusCodeRows(filters, { ...(sort && { sort }), ...(order && { order }) }),
    { columns: CODE_COLUMNS },
    projects,
    page,
  )

/**
 * All codes that the filters leave: their number, and the sums of their columns. A purchase with two codes
 * is in the sums of both.
 */
export async function sumBonusCodes(
  db: Db,
  projects: readonly string[],
  filters: BonusCodeFilters,
): Promise<ListTotal> {
  const { rows } = await sql<ListTotal>`
    select count(*)::bigint as rows, coalesce(sum(usd), 0) as usd,
      coalesce(sum(bonus_tokens), 0) as tokens
    from bonus_codes where project_id = any(${[...projects]}::text[]) ${whereCodes(filters)}
      ${whereNoted(filters.noted && 'bonus_code', projects)}`.execute(db)
  return rows[0] ?? { rows: 0, usd: '0', tokens: '0' }
}

/** The newest of the projects' codes that begin like this, in any case. */
export function findBonusCodes(
  db: Db,
  projects: readonly string[],
  prefix: string,
  limit: number,
): Promise<BonusCodeRow[]> {
  const where = sql`and lower(code) ^@ lower(${prefix})`
  return readPage(db, { ...bonusCodeRows({}), where }, { columns: CODE_COLUMNS }, projects, {
    page: 1,
    limit,
  })
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
    .returning(NOTES)
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
    .select(NOTES)
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
    .returning(NOTES)
    .executeTakeFirstOrThrow()
}
