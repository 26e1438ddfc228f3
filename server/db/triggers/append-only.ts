// Rows of the audit log and credits are never changed or deleted. The exceptions are refused sign-ins and
// proofs, which are counted in one row for some minutes, and deleted after some months, as lock-outs are.
export const APPEND_ONLY = `
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.action in
    ('session.refused', 'session.code_refused', 'session.step_up_refused', 'session.lock_out') then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.action = old.action and
    old.action in ('session.refused', 'session.code_refused', 'session.step_up_refused') then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger manual_transactions_append_only
  before update or delete on manual_transactions
  for each row execute function refuse_change();
create or replace trigger manual_transactions_keep before truncate on manual_transactions
  for each statement execute function refuse_change();
create or replace trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create or replace trigger audit_log_keep before truncate on audit_log
  for each statement execute function refuse_change();
`
