import type { Tx } from '#server/db/engine/open.ts'
import { savePlan } from '#server/db/stages/save-plan.ts'
import type { PublicField } from '#src/wire/stages.ts'
import { planOf } from './plans.ts'
import type { DemoSale } from './sales.ts'

const PUBLIC: PublicField[] = ['stage', 'stage_price_usd', 'next_price_usd', 'stage_sold_share']

/** Saves the planned stages of a sale, before its purchases are there to be counted. */
export async function fillStages(tx: Tx, sale: DemoSale, at: Date, by: string): Promise<void> {
  const plan = planOf(sale, at.getTime())
  if (plan === null) return
  const { id } = sale.project
  await savePlan(tx, id, plan, [], { at, by })
  if (sale.project.plan?.isPublic)
    await tx
      .updateTable('stage_plans')
      .set({ is_public: true, public_fields: PUBLIC })
      .where('project_id', '=', id)
      .execute()
}
