import { sql, type Kysely } from 'kysely'

export const name = '037-payment-token-names'

/**
 * One spelling of each payment token of a project: of those that differ only in case or blanks, the
 * first of the alphabet of bytes, which has capitals first.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `with recursive names as (
        select p.id as project_id, (
          select t.payment_token_name from transactions as t
          where t.project_id = p.id order by t.payment_token_name limit 1
        ) as name
        from projects as p
        union all
        select names.project_id, (
          select t.payment_token_name from transactions as t
          where t.project_id = names.project_id and t.payment_token_name > names.name
          order by t.payment_token_name limit 1
        )
        from names where names.name is not null
      ), spellings as (
        select project_id, name,
          btrim(min(name collate "C") over (partition by project_id, lower(btrim(name)))) as spelling
        from names where name is not null
      )
      update transactions as t set payment_token_name = s.spelling
      from spellings as s
      where t.project_id = s.project_id and t.payment_token_name = s.name and s.name <> s.spelling`,
    )
    .execute(db)
}
