import { sql, type Kysely } from 'kysely'

// For POST /search. An address is found by the primary key of wallets and a hash by transactions_hash,
// both from 001-schema. A prefix needs an index that compares byte by byte: the others use the
// collation of the database, in which the texts with one prefix are not next to each other. Case is
// folded by the index. About 55 bytes a lead and a code; written when one is added, or an email
// address changes.
const STATEMENTS = `
create index leads_email on leads (project_id, lower(email) text_pattern_ops);
create index bonus_codes_prefix on bonus_codes (project_id, lower(code) text_pattern_ops);
`

export const name = '020-lookups'

/** Finds leads and bonus codes by how they begin. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
