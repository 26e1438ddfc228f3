import { sql, type Kysely } from 'kysely'

// A count of its own for each record: one record may have thousands of notes, and lists count those of
// each row.
const COUNTS = `
lock table notes in share row exclusive mode;
create table note_counts (
  project_id text not null references projects on delete cascade,
  kind text not null,
  record text not null,
  notes integer not null,
  primary key (project_id, kind, record)
);
create index note_counts_noted on note_counts (kind) where notes > 0;
insert into note_counts
  select project_id, kind, record, count(*) from notes where deleted_at is null group by 1, 2, 3;

create function count_notes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    update note_counts set notes = notes - 1
      where project_id = old.project_id and kind = old.kind and record = old.record;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into note_counts as c values (new.project_id, new.kind, new.record, 1)
      on conflict (project_id, kind, record) do update set notes = c.notes + 1;
  end if;
  return null;
end $$;
create trigger notes_counted after insert or delete or update of deleted_at on notes
  for each row execute function count_notes();
`

export const name = '045-note-counts'

/** How many notes each record has, without deleted ones. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(COUNTS).execute(db)
}
