import { sql, type Kysely } from 'kysely'

// Sums that triggers keep in the transaction that writes the rows (triggers/rollup-sums.ts). The
// codes of source, level and dimension are defined in rollups/definition.ts. The last three columns of
// dimension_rollups are of 027-campaign-triggers: 013-triggers installs triggers that use them.
const TABLES = `
create table time_rollups (
  project_id text not null,
  source "char" not null,
  level "char" not null,
  bucket timestamptz not null,
  n bigint not null,
  amount numeric not null,
  first_deposits bigint not null default 0,
  second_deposits bigint not null default 0,
  third_deposits bigint not null default 0,
  primary key (project_id, source, level, bucket)
) with (fillfactor = 80);

create table dimension_rollups (
  project_id text not null,
  dimension smallint not null,
  level "char" not null,
  bucket timestamptz not null,
  k1 text not null,
  k2 text not null,
  k3 text not null,
  n bigint not null,
  amount numeric not null,
  first_deposits bigint not null default 0,
  second_deposits bigint not null default 0,
  paid numeric not null default 0,
  primary key (project_id, dimension, level, bucket, k1, k2, k3)
) with (fillfactor = 80);

-- Every purchase updates its wallet, in columns without an index.
alter table wallets set (fillfactor = 85);

alter table transactions
  add constraint transactions_wallet_known foreign key (project_id, wallet_address) references wallets;
`

export const name = '002-rollups'

/** Rollups of purchases, registrations and payouts, and the deposit classes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(TABLES).execute(db)
}
