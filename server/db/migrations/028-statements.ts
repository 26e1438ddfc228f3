import { sql, type Kysely } from 'kysely'

// Figures as they were sent, so that a later version of the app shows what the accountant got. Nothing
// deletes a statement, and a person without an account any more stays named.
const STATEMENTS = `
create table settlement_statements (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  start_date timestamptz not null,
  end_date timestamptz not null,
  tz text not null,
  figures jsonb not null,
  created_at timestamptz not null,
  created_by text not null
);
create index settlement_statements_newest
  on settlement_statements (project_id, created_at desc, id desc);
create trigger settlement_statements_append_only before update or delete on settlement_statements
  for each row execute function refuse_change();
create trigger settlement_statements_keep before truncate on settlement_statements
  for each statement execute function refuse_change();
`

export const name = '028-statements'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
