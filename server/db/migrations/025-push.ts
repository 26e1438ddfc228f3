import { sql, type Kysely } from 'kysely'

// A device belongs to a session. Sessions end by `revoked_at`, in many places, so a trigger deletes the
// device at once; those of expired sessions are not sent to, and are deleted every hour.
//
// The subscription is encrypted, because anybody with the endpoint and the keys can disturb a person.
// Its hash finds an endpoint again.
const PUSH = `
create table server_keys (
  name text primary key,
  value_sealed text not null,
  created_at timestamptz not null
);
create table push_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint_hash bytea not null unique,
  subscription_sealed text not null,
  name text not null,
  created_at timestamptz not null,
  last_notice_at timestamptz
);
create index push_devices_user on push_devices (user_id);
create index push_devices_session on push_devices (session_id);

create function delete_push_devices() returns trigger language plpgsql as $$
begin
  delete from push_devices where session_id = new.id;
  return null;
end $$;
create trigger sessions_push_devices after update of revoked_at on sessions
  for each row when (new.revoked_at is not null) execute function delete_push_devices();
`

export const name = '025-push'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(PUSH).execute(db)
}
