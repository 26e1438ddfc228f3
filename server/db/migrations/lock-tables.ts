/**
 * Takes the locks of a migration while processes of the earlier version still write: with one table
 * after the other, it would deadlock with them. Ingestion waits for its first lock and holds nothing
 * meanwhile. Other transactions take the tables in other orders, so the wait is shorter than
 * PostgreSQL's deadlock_timeout: the migration gives way, with all its locks, and tries again.
 * @param locks `lock table` statements
 */
export const lockTables = (locks: string): string => `
do $$
begin
  for attempt in 1 .. 300 loop
    begin
      set local lock_timeout = '500ms';
      perform lock_project_sales(id) from projects;${locks}
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.2);
    end;
  end loop;
  raise lock_not_available using
    message = 'other transactions keep the tables of purchases locked; nothing was changed, start again';
end $$;
`
