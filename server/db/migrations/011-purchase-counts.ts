import { sql, type Kysely } from 'kysely'

// One statement may change some purchases and add others (INSERT … ON CONFLICT DO UPDATE). Its
// update is told first and recounts wallets with all their rows, also those that the same statement
// adds: what is added is then recounted too, not counted once more. Only who adds nothing but new
// purchases has them counted on top, without a look at the wallet's others.
const COUNT_PURCHASES = `
create or replace function count_purchases() returns trigger language plpgsql as $$
declare projects text[]; addresses text[];
begin
  if tg_op = 'INSERT' and current_setting('saleroom.recounted', true) = 'true' then
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses
      from new_rows where status = 'completed';
  elsif tg_op = 'INSERT' then
    update wallets w
      set purchase_count = w.purchase_count + s.n, first_purchase_at = least(w.first_purchase_at, s.first)
      from (select project_id, wallet_address, count(*) n, min(created_at) first
        from new_rows where status = 'completed' group by 1, 2 order by 1, 2) s
      where w.project_id = s.project_id and w.wallet_address = s.wallet_address;
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses from (
      select n.project_id, n.wallet_address from new_rows n where n.status = 'completed'
        and exists (select from transactions t where t.project_id = n.project_id
          and t.wallet_address = n.wallet_address and t.status = 'completed'
          and (t.created_at, t.id) > (n.created_at, n.id))) x;
  elsif tg_op = 'DELETE' then
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses
      from old_rows where status = 'completed';
  else
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses from (
      (select project_id, wallet_address, id, created_at from new_rows where status = 'completed'
        except
        select project_id, wallet_address, id, created_at from old_rows where status = 'completed')
      union all
      (select project_id, wallet_address, id, created_at from old_rows where status = 'completed'
        except
        select project_id, wallet_address, id, created_at from new_rows where status = 'completed')
    ) x;
  end if;
  if projects is not null then
    perform recount_wallets(projects, addresses);
    perform set_config('saleroom.recounted', (tg_op <> 'INSERT')::text, true);
  end if;
  return null;
end $$;
`

// Classes went wrong only after counts: a recount puts both right, and the sums with them.
const MISCOUNTED = `
lock table transactions in share row exclusive mode;

select recount_wallets(array_agg(w.project_id), array_agg(w.wallet_address))
from wallets w left join (
  select project_id, wallet_address, count(*) n, min(created_at) first
  from transactions where status = 'completed' group by 1, 2
) t using (project_id, wallet_address)
where (w.purchase_count, w.first_purchase_at) is distinct from (coalesce(t.n, 0), t.first);
`

export const name = '011-purchase-counts'

/** Purchases that one statement adds and changes are counted once; wallets that it miscounted. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [COUNT_PURCHASES, MISCOUNTED]) await sql.raw(statements).execute(db)
}
