import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { PUBLIC_FIELDS, type PublicField } from '#src/wire/stages.ts'

/** What of a project's progress is public. */
export interface ProgressRow {
  is_public: boolean
  /** In the order of the answer, each once. */
  public_fields: PublicField[]
}

/** Off until it was turned on. */
export async function readProgressChoice(db: Db, projectId: string): Promise<ProgressRow> {
  const row = await db
    .selectFrom('stage_plans')
    .select(['is_public', 'public_fields'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return { is_public: row?.is_public ?? false, public_fields: inOrder(row?.public_fields ?? []) }
}

/** The project needs no plan. */
export async function saveProgressChoice(
  tx: Tx,
  projectId: string,
  { is_public, public_fields }: ProgressRow,
): Promise<void> {
  const values = { is_public, public_fields: inOrder(public_fields) }
  await tx
    .insertInto('stage_plans')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute()
}

/** The public fields of each project whose progress is public and that is not archived. */
export async function listPublicProgress(db: Db): Promise<Map<string, PublicField[]>> {
  const { rows } = await sql<{ id: string; fields: PublicField[] }>`
    select p.id, s.public_fields as fields
    from stage_plans as s join projects as p on p.id = s.project_id
    where s.is_public and p.archived_at is null`.execute(db)
  return new Map(rows.map(({ id, fields }) => [id, inOrder(fields)]))
}

/** A newer version may have stored others. */
const inOrder = (fields: readonly PublicField[]) =>
  PUBLIC_FIELDS.filter((field) => fields.includes(field))
