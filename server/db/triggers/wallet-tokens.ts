import { isCounted } from '#server/db/rollups/definition.ts'
import { onEachStatement } from './rollup-sums.ts'

// What a wallet has of bonuses and credits, kept in the transaction that writes them. Its purchases are
// summed with their counts (wallet-counts.ts).

const addTokens = (column: 'bonus_tokens' | 'credited_tokens', rows: string) => `
    update wallets w set ${column} = w.${column} + s.tokens
    from (select project_id, wallet_address, sum(tokens) tokens from (${rows}) x
      group by 1, 2 having sum(tokens) <> 0 order by 1, 2) s
    where w.project_id = s.project_id and w.wallet_address = s.wallet_address;`

/** The bonuses of purchases that count. */
const bonuses = (table: string, sign: '' | '-') =>
  `select b.project_id, b.wallet_address, ${sign}b.bonus_token_amount tokens
    from ${table} b join transactions t on t.id = b.transaction_id where ${isCounted('t.')}`

// Runs after rollup_…, which holds the project's lock: a change of the purchase by another transaction
// is seen here, or sees this bonus.
const BONUSES = `
create or replace function add_wallet_bonuses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${addTokens('bonus_tokens', bonuses('new_rows', ''))}
  elsif tg_op = 'DELETE' then ${addTokens('bonus_tokens', bonuses('old_rows', '-'))}
  else ${addTokens('bonus_tokens', `${bonuses('new_rows', '')} union all ${bonuses('old_rows', '-')}`)}
  end if;
  return null;
end $$;
${onEachStatement('bonus_transactions', 'wallet_bonus', 'add_wallet_bonuses')}
create or replace function move_wallet_bonuses() returns trigger language plpgsql as $$
begin ${addTokens(
  'bonus_tokens',
  `select project_id, wallet_address,
      case when ${isCounted('new.')} then bonus_token_amount else -bonus_token_amount end tokens
    from bonus_transactions where transaction_id = new.id`,
)}
  return null;
end $$;
create or replace trigger wallet_bonuses after update on transactions for each row
  when (${isCounted('old.')} is distinct from ${isCounted('new.')})
  execute function move_wallet_bonuses();
`

const CREDITS = `
create or replace function add_wallet_credits() returns trigger language plpgsql as $$
begin ${addTokens('credited_tokens', 'select project_id, wallet_address, tokens from new_rows')}
  return null;
end $$;
create or replace trigger wallet_credit_insert after insert on manual_transactions
  referencing new table as new_rows for each statement execute function add_wallet_credits();
`

export const WALLET_TOKENS = BONUSES + CREDITS

/** Credits that are reversed leave their wallet's tokens. Its table is newer than the other triggers. */
export const REVERSALS = `
create function subtract_wallet_credits() returns trigger language plpgsql as $$
begin ${addTokens(
  'credited_tokens',
  `select m.project_id, m.wallet_address, -m.tokens tokens
    from new_rows r join manual_transactions m on m.id = r.credit_id`,
)}
  return null;
end $$;
create trigger wallet_reversal_insert after insert on credit_reversals
  referencing new table as new_rows for each statement execute function subtract_wallet_credits();
`
