import { sql, type Kysely } from 'kysely'

// How often browsers measured a value on a page: counts by day, nothing of a person.
const VITALS = `
create table vitals (
  day text not null,
  page text not null,
  device text not null,
  name text not null,
  value integer not null,
  count integer not null,
  primary key (day, page, device, name, value)
);
`

export const name = '014-vitals'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(VITALS).execute(db)
}
