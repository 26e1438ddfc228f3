import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

export interface ProjectCodes {
  project_id: string
  codes: string[]
}

/** Every project with the bonus codes that buyers can use at `now`. */
export async function listActiveCodes(db: Db, now: Date): Promise<ProjectCodes[]> {
  const { rows } = await sql<ProjectCodes>`
    select p.id as project_id,
      coalesce(json_agg(c.code order by c.id) filter (where c.id is not null), '[]') as codes
    from projects as p left join bonus_codes as c on c.project_id = p.id and not c.disabled
      and (c.start_date is null or c.start_date <= ${now})
      and (c.end_date is null or c.end_date > ${now})
      and (c.max_uses is null or c.uses < c.max_uses)
    group by p.id order by p.id`.execute(db)
  return rows
}
