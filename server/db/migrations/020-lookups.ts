import { sql, type Kysely } from 'kysely'

// For POST /search. An address is found by the primary key of wallets and a hash by transactions_hash,
// both from 001-schema. A prefix needs an index that compares byte by byte: the others use the
// collation of the database, in which the texts with one prefix are not next to each other. Case is
// folded by the index.
//
// A prefix of thousands of leads is sorted by time, so the included columns spare thousands of reads
// of the table (1 ms instead of 15). About 110 bytes a lead, 55 a code; one more entry when one is
// added or an email address changes.
//
// Without statistics, the planner takes a prefix for a large part of the leads and reads all of them.
// Those of an expression come with the next analyze only.
const STATEMENTS = `
create index leads_email on leads (project_id, lower(email) text_pattern_ops)
  include (email, created_at, id);
create index bonus_codes_prefix on bonus_codes (project_id, lower(code) text_pattern_ops);
analyze leads;
analyze bonus_codes;
`

export const name = '020-lookups'

/** Finds leads and bonus codes by how they begin. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
