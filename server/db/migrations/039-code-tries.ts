import { sql, type Kysely } from 'kysely'

// The counters of tries end within an hour and are deleted then. What is still checked is kept too: a
// process of the earlier version may find that it has failed.
//
// The reference is last, so that no row of users is locked.
const STATEMENTS = `
create table code_tries (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  at timestamptz not null,
  failed boolean not null default false
);
insert into code_tries (user_id, at, failed)
select u.id, c.window_ends_at - interval '1 hour', c.count > 1
from rate_counters as c join users as u on u.id::text = split_part(c.key, ':', 2)
where c.key like 'code-try:%';
create index code_tries_user on code_tries (user_id, at);
alter table code_tries
  add constraint code_tries_user_id_fkey foreign key (user_id) references users on delete cascade;
`

export const name = '039-code-tries'

/** Each try of a code or of a password of a step-up, for the limit of wrong ones. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
