import { isCounted } from '#server/db/rollups/definition.ts'
import { onEachStatement } from './rollup-sums.ts'

// What a bonus code has brought and given, kept in the transaction that writes it: the USD of the counted
// purchases with one of its bonuses, each once, and the tokens of all these bonuses.

/** `rows` selects bonus_code_id, usd and tokens. Codes are updated in one order, so writers do not deadlock. */
const addToCodes = (rows: string) => `
    update bonus_codes c set usd = c.usd + s.usd, bonus_tokens = c.bonus_tokens + s.tokens
    from (select bonus_code_id, sum(usd) usd, sum(tokens) tokens from (${rows}) x
      group by 1 having sum(usd) <> 0 or sum(tokens) <> 0 order by 1) s
    where c.id = s.bonus_code_id;`

const signed = (table: string, sign: 1 | -1) =>
  `select ${sign} sign, transaction_id, bonus_code_id, bonus_token_amount from ${table}
      where bonus_code_id is not null`

/**
 * A purchase counts for a code with its first bonus, and until its last one is gone: `now` are those that
 * it has after the statement, `now - added` those before. The filter is not a condition, because the
 * purchase's few bonuses have to be found by its own index and not by the code's.
 */
const changed = (rows: string) => `
      select p.bonus_code_id, p.tokens,
        ((p.now > 0)::integer - (p.now > p.added)::integer) * t.payment_usd_amount usd
      from (
        select r.transaction_id, r.bonus_code_id, sum(r.sign) added,
          sum(r.sign * r.bonus_token_amount) tokens,
          (select count(*) filter (where b.bonus_code_id = r.bonus_code_id)
            from bonus_transactions b where b.transaction_id = r.transaction_id) now
        from (${rows}) r group by 1, 2
      ) p join transactions t on t.id = p.transaction_id where ${isCounted('t.')}`

const addChanged = (rows: string) => `
    if exists (${rows}) then ${addToCodes(changed(rows))} end if;`

// Runs after rollup_…, which holds the project's lock: a change of the purchase by another transaction
// is seen here, or sees this bonus.
const BONUSES = `
create or replace function add_code_bonuses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${addChanged(signed('new_rows', 1))}
  elsif tg_op = 'DELETE' then ${addChanged(signed('old_rows', -1))}
  else ${addChanged(`${signed('new_rows', 1)} union all ${signed('old_rows', -1)}`)}
  end if;
  return null;
end $$;
${onEachStatement('bonus_transactions', 'sums_of_codes', 'add_code_bonuses')}
`

/** A column of a purchase as far as it counts. */
const countedOf = (row: 'new' | 'old', what: string) =>
  `case when ${isCounted(`${row}.`)} then ${what} else 0 end`

const PURCHASES = `
create or replace function move_code_sums() returns trigger language plpgsql as $$
begin
  perform lock_project_sales(new.project_id);
  if exists (select from bonus_transactions
      where transaction_id = new.id and bonus_code_id is not null) then ${addToCodes(`
      select bonus_code_id,
        ${countedOf('new', 'new.payment_usd_amount')} - ${countedOf('old', 'old.payment_usd_amount')} usd,
        (${countedOf('new', '1')} - ${countedOf('old', '1')}) * sum(bonus_token_amount) tokens
      from bonus_transactions where transaction_id = new.id and bonus_code_id is not null group by 1`)}
  end if;
  return null;
end $$;
create or replace trigger sums_of_codes after update on transactions for each row
  when (${isCounted('old.')} is distinct from ${isCounted('new.')}
    or (${isCounted('new.')} and old.payment_usd_amount <> new.payment_usd_amount))
  execute function move_code_sums();
`

export const CODE_SUMS = BONUSES + PURCHASES
