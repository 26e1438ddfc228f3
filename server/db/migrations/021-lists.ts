import { sql, type Kysely } from 'kysely'

// For the filters and orders of GET /transactions. An index scan in the order of the list stops at the
// page, so page 500 costs the same as at the end of a short list. Each is read in both directions.
//
// - transactions_status, _stage and _token: one filter, newest or oldest first. Rare values (a status
//   of one purchase in a hundred) would else read a hundred rows for each one listed. The last two
//   also give the facets, which jump from one value to the next.
// - transactions_usd: by amount. With a filter, the rows of this order are filtered.
//
// Each takes about 50 bytes a purchase (0.5 GB at ten million) and one more index entry whenever a
// purchase is added or its status changes. There is none for two filters together, or for a filter by
// amount: the planner reads the narrower index and filters or sorts its rows.
const STATEMENTS = `
create index transactions_status on transactions (project_id, status, created_at desc, id desc);
create index transactions_stage on transactions (project_id, stage_name, created_at desc, id desc);
create index transactions_token
  on transactions (project_id, payment_token_name, created_at desc, id desc);
create index transactions_usd on transactions (project_id, payment_usd_amount desc, id desc);
`

export const name = '021-lists'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
