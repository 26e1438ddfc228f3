import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { pageWindow, type PageRequest } from '#server/db/records/list-page.ts'
import type { AllocationListsTable } from '#server/db/schema/schema-allocations.ts'

export type AllocationListRow = Selectable<AllocationListsTable>

/**
 * Adds the next list of the project, as a build.
 * @returns undefined while another list of the project is built
 */
export async function insertBuild(
  tx: Tx,
  list: Omit<Insertable<AllocationListsTable>, 'number'>,
): Promise<AllocationListRow | undefined> {
  for (;;) {
    const row = await tx
      .insertInto('allocation_lists')
      .values(({ selectFrom }) => ({
        ...list,
        number: selectFrom('allocation_lists')
          .where('project_id', '=', list.project_id)
          .select(({ fn }) => sql<number>`coalesce(${fn.max('number')}, 0) + 1`.as('next')),
      }))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row || (await findBuild(tx, list.project_id))) return row
    // Another transaction took the number, and its build has ended.
  }
}

/** The list of the project that is being built. */
export function findBuild(db: Db, projectId: string): Promise<AllocationListRow | undefined> {
  return db
    .selectFrom('allocation_lists')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'building')
    .executeTakeFirst()
}

export function findAllocationList(db: Db, id: number): Promise<AllocationListRow | undefined> {
  return db.selectFrom('allocation_lists').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The list, locked until the transaction ends. */
export function lockAllocationList(tx: Tx, id: number): Promise<AllocationListRow | undefined> {
  return tx
    .selectFrom('allocation_lists')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The lists of a project, in all states, newest first. */
export async function listAllocationLists(
  db: Db,
  projectId: string,
  page: PageRequest,
): Promise<AllocationListRow[]> {
  const { rows } = await sql<AllocationListRow>`
    select * from allocation_lists where project_id = ${projectId}
    order by number desc ${pageWindow(page)}`.execute(db)
  return rows
}

/** The newest list of the project that is ready and was not withdrawn. */
export function findLatestList(db: Db, projectId: string): Promise<AllocationListRow | undefined> {
  return db
    .selectFrom('allocation_lists')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'ready')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The lists of all projects with this Merkle root, ready and withdrawn, newest first. */
export function findListsByRoot(db: Db, root: string): Promise<AllocationListRow[]> {
  return db
    .selectFrom('allocation_lists')
    .selectAll()
    .where('root', '=', root)
    .orderBy('id', 'desc')
    .execute()
}

export function updateAllocationList(
  tx: Db,
  id: number,
  changes: Updateable<AllocationListsTable>,
): Promise<AllocationListRow> {
  return tx
    .updateTable('allocation_lists')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Renews the claim of a build, with what else has changed.
 * @returns false if the job has lost it: the list has failed meanwhile
 */
export async function renewClaim(
  db: Db,
  { id, claim }: Pick<AllocationListRow, 'id' | 'claim'>,
  changes: Updateable<AllocationListsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('allocation_lists')
    .set(changes)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'building')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the claims of all builds, when no other process can have one. */
export async function endBuildClaims(db: Db): Promise<void> {
  await db
    .updateTable('allocation_lists')
    .set({ claimed_until: null })
    .where('state', '=', 'building')
    .execute()
}

/** A build whose claim has ended, locked until the transaction ends. A job that works has its lock. */
export function lockEndedBuild(tx: Tx, now: Date): Promise<AllocationListRow | undefined> {
  return tx
    .selectFrom('allocation_lists')
    .selectAll()
    .where('state', '=', 'building')
    .where((where) =>
      where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]),
    )
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}
