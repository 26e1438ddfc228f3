import { sql, type Kysely } from 'kysely'

// A recount corrects the counts, the deposit classes that followed them, and the sums. A database
// without the function has no purchases yet.
const RECOUNT = `
do $$ begin
  if to_regprocedure('recount_wallets(text[], text[])') is not null then
    lock table transactions in share row exclusive mode;
    perform recount_wallets(array_agg(w.project_id), array_agg(w.wallet_address))
    from wallets w left join (
      select project_id, wallet_address, count(*) n, min(created_at) first
      from transactions where status = 'completed' group by 1, 2
    ) t using (project_id, wallet_address)
    where (w.purchase_count, w.first_purchase_at) is distinct from (coalesce(t.n, 0), t.first);
  end if;
end $$;
`

export const name = '011-purchase-counts'

/** Corrects wallets that earlier triggers miscounted. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(RECOUNT).execute(db)
}
