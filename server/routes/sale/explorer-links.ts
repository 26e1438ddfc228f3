import type { Db } from '#server/db/engine/open.ts'
import { listExplorers } from '#server/db/projects/projects.ts'
import { hashLink, type Explorer } from '#src/domain/sale/explorers.ts'
import type { Transaction } from '#src/wire/transactions.ts'

/** These purchases with the links to their hashes, by the explorers of their projects. */
export async function withExplorerLinks<Purchase extends Transaction>(
  db: Db,
  purchases: readonly Purchase[],
): Promise<Purchase[]> {
  const projects = new Set(purchases.map(({ project_id }) => project_id))
  const explorers = await listExplorers(db, [...projects])
  return purchases.map((purchase) => withLink(purchase, explorers.get(purchase.project_id)))
}

/** This purchase with the link to its hash. */
export async function withExplorerLink(db: Db, purchase: Transaction): Promise<Transaction> {
  const explorers = await listExplorers(db, [purchase.project_id])
  return withLink(purchase, explorers.get(purchase.project_id))
}

const withLink = <Purchase extends Transaction>(
  purchase: Purchase,
  explorers: readonly Explorer[] = [],
): Purchase => ({ ...purchase, explorer_url: hashLink(explorers, purchase) })
