import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** What buyers of a project meet now. */
export interface RunningSale {
  project_id: string
  /** The codes that they can use. */
  codes: string[]
  /**
   * The stage of the newest completed purchase that has a planned one, or one at all where nothing is
   * planned; with its price as planned, or of that purchase. Null without such a purchase.
   */
  stage: { name: string; price_usd: number } | null
}

/** Every project with its stage and the bonus codes that buyers can use at `now`. */
export async function listRunningSales(db: Db, now: Date): Promise<RunningSale[]> {
  const { rows } = await sql<RunningSale>`
    select p.id as project_id,
      (select coalesce(json_agg(c.code order by c.id), '[]') from bonus_codes as c
        where c.project_id = p.id and not c.disabled
          and (c.start_date is null or c.start_date <= ${now})
          and (c.end_date is null or c.end_date > ${now})
          and (c.max_uses is null or c.uses < c.max_uses)) as codes,
      (select json_build_object('name', coalesce(s.name, t.stage_name),
          'price_usd', coalesce(s.price_usd, round(t.payment_usd_amount / t.tokens_bought, 18)))
        from transactions as t
        left join stage_names as n on n.project_id = p.id and n.key = stage_key(t.stage_name)
        left join stages as s on s.id = n.stage_id
        where t.project_id = p.id and t.status = 'completed' and t.voided_at is null
          and t.tokens_bought > 0 and t.payment_usd_amount > 0
          and stage_key(t.stage_name) is not null and (s.id is not null or not p.has_stages)
        order by t.created_at desc, t.id desc limit 1) as stage
    from projects as p order by p.id`.execute(db)
  return rows
}
