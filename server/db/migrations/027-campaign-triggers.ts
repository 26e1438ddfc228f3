import { sql, type Kysely } from 'kysely'
import { installTriggers } from '#server/db/triggers/install.ts'

// A new database has the columns from the start (002).
const TABLES = `
alter table dimension_rollups
  add column if not exists first_deposits bigint not null default 0,
  add column if not exists second_deposits bigint not null default 0,
  add column if not exists paid numeric not null default 0;
`

const DAY = (at: string) => `date_bin('1 day', ${at}, '2000-01-01 00:00Z')`
const LABEL = (column: string) => `sale_label(${column}, 160)`

// What the triggers would have summed, had they been there from the start. The rows of currencies and
// UTM Plus get their further sums; the days come from the purchases, the wider buckets from the days.
const FURTHER_SUMS = `
update dimension_rollups r set paid = s.paid
from (
  select project_id, ${DAY('created_at')} as bucket, ${LABEL('payment_token_name')} as k1,
    sum(payment_token_amount) as paid
  from transactions where status = 'completed' group by 1, 2, 3) s
where r.project_id = s.project_id and r.dimension = 2 and r.level = 'd' and r.bucket = s.bucket
  and r.k1 = s.k1;

update dimension_rollups r set first_deposits = s.first, second_deposits = s.second
from (
  select project_id, ${DAY('created_at')} as bucket, ${LABEL('utm_source')} as k1,
    ${LABEL('utm_medium')} as k2, ${LABEL('country')} as k3,
    count(*) filter (where deposit_class = 1) as first,
    count(*) filter (where deposit_class = 2) as second
  from transactions where status = 'completed' and deposit_class in (1, 2) group by 1, 2, 3, 4, 5) s
where r.project_id = s.project_id and r.dimension = 5 and r.level = 'd' and r.bucket = s.bucket
  and (r.k1, r.k2, r.k3) = (s.k1, s.k2, s.k3);

update dimension_rollups r
set first_deposits = s.first, second_deposits = s.second, paid = s.paid
from (
  select d.project_id, d.dimension, w.level, w.bucket, d.k1, d.k2, d.k3,
    sum(d.first_deposits) as first, sum(d.second_deposits) as second, sum(d.paid) as paid
  from dimension_rollups d cross join lateral (values
    ('t'::"char", third_of_month(d.bucket)),
    ('m', date_trunc('month', d.bucket at time zone 'UTC') at time zone 'UTC'),
    ('a', '-infinity')) w (level, bucket)
  where d.dimension in (2, 5) and d.level = 'd' group by 1, 2, 3, 4, 5, 6, 7) s
where r.project_id = s.project_id and r.dimension = s.dimension and r.level = s.level
  and r.bucket = s.bucket and (r.k1, r.k2, r.k3) = (s.k1, s.k2, s.k3);
`

// Dimension 4 was the source alone; with the medium it is what UTM Plus has without the country.
const CHANNELS = `
delete from dimension_rollups where dimension = 4;
insert into dimension_rollups
  select project_id, 4, level, bucket, k1, k2, '', sum(n), sum(amount), sum(first_deposits),
    sum(second_deposits), 0
  from dimension_rollups where dimension = 5 and level <> 't' group by 1, 2, 3, 4, 5, 6;
`

const REGISTRATIONS = `
delete from dimension_rollups where dimension = 6;
insert into dimension_rollups
  select project_id, 6, 'd', ${DAY('created_at')}, ${LABEL('utm_source')}, ${LABEL('utm_medium')},
    ${LABEL('country')}, count(*), count(*) filter (
      where first_purchase_at < created_at + interval '168 hours'), 0, 0, 0
  from wallets group by 1, 2, 3, 4, 5, 6, 7;
insert into dimension_rollups
  select d.project_id, 6, w.level, w.bucket, d.k1, d.k2, d.k3, sum(d.n), sum(d.amount), 0, 0, 0
  from dimension_rollups d cross join lateral (values
    ('t'::"char", third_of_month(d.bucket)),
    ('m', date_trunc('month', d.bucket at time zone 'UTC') at time zone 'UTC'),
    ('a', '-infinity')) w (level, bucket)
  where d.dimension = 6 and d.level = 'd' group by 1, 2, 3, 4, 5, 6, 7;
`

const REFUNDS_AND_BONUSES = `
delete from time_rollups where source in ('f', 'b');
insert into time_rollups
  select project_id, source, 'q', date_bin('15 minutes', created_at, '2000-01-01 00:00Z'),
    count(*), sum(amount)
  from (
    select project_id, 'f'::"char" as source, created_at, payment_usd_amount as amount
      from transactions where status = 'refunded'
    union all
    select project_id, 'b', created_at, bonus_token_amount
      from purchase_bonuses where status = 'completed') rows
  group by 1, 2, 3, 4;
insert into time_rollups
  select r.project_id, r.source, w.level, w.bucket, sum(r.n), sum(r.amount)
  from time_rollups r cross join lateral (values
    ('h'::"char", date_bin('1 hour', r.bucket, '2000-01-01 00:00Z')),
    ('d', ${DAY('r.bucket')}),
    ('m', date_trunc('month', r.bucket at time zone 'UTC') at time zone 'UTC')) w (level, bucket)
  where r.source in ('f', 'b') and r.level = 'q' group by 1, 2, 3, 4;
`

export const name = '027-campaign-triggers'

/** Sums of channels, registrations by channel, refunds and bonuses, and of amounts in payment tokens. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(TABLES).execute(db)
  // With the functions that the statements below use.
  await installTriggers(db)
  for (const statements of [FURTHER_SUMS, CHANNELS, REGISTRATIONS, REFUNDS_AND_BONUSES])
    await sql.raw(statements).execute(db)
}
