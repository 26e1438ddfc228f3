import type { Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { LeadsTable, ProjectRow, TransactionRow } from '#server/db/schema/schema.ts'

export interface ChatSubject {
  project: ProjectRow
  transaction: TransactionRow
}

/** The current rows for a chat notice; null if they no longer exist, or the purchase was voided. */
export async function readChatSubject(
  db: Db,
  projectId: string,
  transactionId: number,
): Promise<ChatSubject | null> {
  const project = await readProject(db, projectId)
  const transaction = await db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', transactionId)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  if (!project || !transaction) return null
  return { project, transaction }
}

export interface LeadSubject {
  project: ProjectRow
  lead: Selectable<LeadsTable>
}

/** The current rows for a forwarded lead; null if they no longer exist. */
export async function readLeadSubject(
  db: Db,
  projectId: string,
  leadId: number,
): Promise<LeadSubject | null> {
  const project = await readProject(db, projectId)
  const lead = await db.selectFrom('leads').selectAll().where('id', '=', leadId).executeTakeFirst()
  return project && lead ? { project, lead } : null
}

function readProject(db: Db, id: string): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
}
