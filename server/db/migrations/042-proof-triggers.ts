import { sql, type Kysely } from 'kysely'
import { installTriggers } from '#server/db/triggers/install.ts'
import { lockTables } from './lock-tables.ts'

const LOCKS = lockTables(`
      lock table transactions, alert_rules in access exclusive mode;`)

// The blockchains of a project, and how far they were read.
//
// - `symbols`: the names of its tokens, in lower case.
// - `disconnected_at`: its purchases are being released; then the row is deleted.
// - `scanned_hash`: the hash of `scanned_block`. Another one there means that the chain was reorganised.
// - `range_blocks`: how many blocks the node gives logs of in one call.
// - chain_jobs: the process that has the claim does the work of a project's chains. `walk_after`: the id
//   behind which purchases may still have to be marked or released, since the chains or their tokens
//   have changed; null when all are right.
const CHAINS = `
create table chains (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  chain_id bigint not null,
  name text not null,
  rpc_url_sealed text not null,
  rpc_host text not null,
  explorer_url text,
  confirmations integer not null,
  receivers text[] not null,
  tokens jsonb not null,
  symbols text[] not null,
  from_block bigint not null,
  state text not null default 'behind' check (state in ('ok', 'behind', 'failing')),
  error text,
  failing_since timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz,
  head_block bigint,
  head_at timestamptz,
  scanned_block bigint,
  scanned_hash text,
  range_blocks integer not null default 2000,
  checked_at timestamptz,
  disconnected_at timestamptz,
  unique (project_id, chain_id)
);
create table chain_jobs (
  project_id text primary key references projects,
  walk_after bigint,
  claim text,
  claimed_until timestamptz
);
`

// What the chain says of a purchase. Its state is in the purchase's own row, for filters and sums.
//
// - `due_at`, `due_block`: when it is checked next; the first of them that comes.
// - `chain_id`: where its transaction was found.
// - `amount`: in the token, what reached the receivers, or what was paid elsewhere (\`other_receiver\`).
// - `claims`, `claimed`: the purchases that name the hash, and what they claim together, for \`used_twice\`.
// - `differs_at`: since when it differs.
const PROOFS = `
alter table transactions
  add column if not exists proof_state text,
  add constraint transactions_proof_state check (proof_state in ('proven', 'waiting', 'differs'));
create index transactions_proof on transactions (project_id, proof_state, created_at desc, id desc)
  where proof_state is not null;
create table proofs (
  transaction_id bigint primary key references transactions on delete cascade,
  project_id text not null,
  due_at timestamptz,
  due_block bigint,
  chain_id bigint,
  reason text check (reason in ('not_found', 'reverted', 'other_receiver', 'other_token', 'too_little',
    'used_twice', 'gone')),
  block bigint,
  block_hash text,
  payer text,
  receiver text,
  amount numeric,
  token text,
  claims integer,
  claimed numeric,
  proven_at timestamptz,
  differs_at timestamptz,
  checked_at timestamptz
);
create index proofs_due on proofs (project_id, due_at) where due_at is not null;
create index proofs_due_block on proofs (project_id, chain_id, due_block) where due_block is not null;
create index proofs_block on proofs (project_id, chain_id, block) where block is not null;
create index proofs_differ on proofs (project_id, differs_at) where differs_at is not null;
`

// Payments to the receivers that no purchase named when they were found. \`place\` tells equal payments of one
// transaction apart, from 0: the index of a log in its block changes when the chain is reorganised.
const PAYMENTS = `
create table chain_payments (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  chain_id bigint not null,
  transaction_hash text not null check (transaction_hash = lower(transaction_hash)),
  log_index integer not null,
  block bigint not null,
  at timestamptz not null,
  payer text not null,
  receiver text not null,
  token text not null,
  amount numeric not null,
  place integer not null,
  found_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'matched', 'dismissed')),
  transaction_id bigint references transactions on delete set null,
  dismissed_at timestamptz,
  dismissed_by text,
  dismissed_reason text,
  unique (project_id, chain_id, transaction_hash, token, payer, receiver, amount, place)
);
create index chain_payments_newest on chain_payments (project_id, state, at desc, id desc);
create index chain_payments_hash on chain_payments (transaction_hash);
create index chain_payments_transaction on chain_payments (transaction_id)
  where transaction_id is not null;
create index chain_payments_block on chain_payments (project_id, chain_id, block) where state = 'open';
`

const CHECKED_COLUMNS = ['transaction_hash', 'payment_token_name', 'payment_token_amount']
const changed = (columns: readonly string[]) =>
  `(${columns.map((column) => `old.${column}`).join(', ')}) is distinct from (${columns
    .map((column) => `new.${column}`)
    .join(', ')})`

// A purchase that the chain can prove waits from the statement on that writes it; what changes its claim
// has it checked again, with those that name the same hash. A payment is matched by the statement that
// writes its purchase. A purchase that gives its hash up leaves the payment open, and the scan goes back to
// its block, in case that it was never listed.
//
// The triggers of one event run in the order of their names: payment_… reads the block before proof_… resets it.
const TRIGGERS = `
create function is_provable(t transactions) returns boolean language sql stable as $$
  select t.transaction_hash is not null and t.type = 'blockchain'
    and t.status in ('pending', 'processing', 'completed', 'refunded')
    and exists (select from chains c where c.project_id = t.project_id and c.disconnected_at is null
      and lower(t.payment_token_name) = any(c.symbols))
$$;

create function mark_proof() returns trigger language plpgsql as $$
begin
  if not is_provable(new) then
    new.proof_state := null;
  elsif new.proof_state is null or (tg_op = 'UPDATE' and ${changed(CHECKED_COLUMNS)}) then
    new.proof_state := 'waiting';
  end if;
  return new;
end $$;
create trigger proof_mark before insert on transactions for each row
  when (new.transaction_hash is not null) execute function mark_proof();
create trigger proof_mark_change before update on transactions for each row
  when (${changed([...CHECKED_COLUMNS, 'type', 'status'])}) execute function mark_proof();

create function queue_proofs() returns trigger language plpgsql as $$
begin
  insert into proofs (transaction_id, project_id, due_at)
  select id, project_id, now() from new_rows where proof_state is not null;
  return null;
end $$;
create trigger proof_queue after insert on transactions referencing new table as new_rows
  for each statement execute function queue_proofs();

create function queue_proof() returns trigger language plpgsql as $$
begin
  update proofs p set due_at = now() from transactions o
  where o.transaction_hash in (old.transaction_hash, new.transaction_hash) and o.id <> new.id
    and o.project_id in (select project_id from chains) and p.transaction_id = o.id;
  if new.proof_state is null then
    delete from proofs where transaction_id = new.id;
  elsif old.proof_state is null or ${changed(CHECKED_COLUMNS)} then
    insert into proofs as p (transaction_id, project_id, due_at) values (new.id, new.project_id, now())
    on conflict (transaction_id) do update set due_at = excluded.due_at, due_block = null,
      chain_id = null, reason = null, block = null, block_hash = null, payer = null, receiver = null,
      amount = null, token = null, claims = null, claimed = null, proven_at = null,
      differs_at = null, checked_at = null;
  end if;
  return null;
end $$;
create trigger proof_queue_change after update on transactions for each row
  when ((old.proof_state is not null or new.proof_state is not null)
    and ((old.proof_state is null) <> (new.proof_state is null)
      or ${changed([...CHECKED_COLUMNS, 'voided_at'])}))
  execute function queue_proof();

create function match_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update chain_payments
      set state = case state when 'matched' then 'open' else state end, transaction_id = null
      where transaction_id = new.id;
    update chains c set scanned_block = p.block - 1, scanned_hash = null from proofs p
      where p.transaction_id = new.id and c.project_id = new.project_id
        and c.chain_id = p.chain_id and p.block <= c.scanned_block;
  end if;
  -- An update of no rows would run the triggers of live changes, for each event of a sale.
  if exists (select from chain_payments
      where transaction_hash = new.transaction_hash and transaction_id is null) then
    update chain_payments
      set state = case state when 'open' then 'matched' else state end, transaction_id = new.id
      where transaction_hash = new.transaction_hash and transaction_id is null;
  end if;
  return null;
end $$;
create trigger payment_match after insert on transactions for each row
  when (new.transaction_hash is not null) execute function match_payments();
create trigger payment_match_change after update on transactions for each row
  when (${changed(['transaction_hash'])}) execute function match_payments();
`

// Open pages of a project's purchases hear of its payments, as in 023-changes.
const LIVE = `
create trigger change_insert after insert on chain_payments referencing new table as new_rows
  for each statement execute function note_change('transactions');
create trigger change_update after update on chain_payments
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_change('transactions');
create trigger change_delete after delete on chain_payments referencing old table as old_rows
  for each statement execute function note_change('transactions');
`

const ALERTS = `
alter table alert_rules
  drop constraint alert_rules_kind_check,
  add constraint alert_rules_kind_check check (kind in ('purchase_over', 'milestone', 'quiet', 'failing',
    'code_ending', 'ingest_refused', 'price_unusual', 'credit_over', 'new_device', 'purchase_unproven',
    'payment_unmatched'));
`

export const name = '042-proof-triggers'

/** The blockchains of projects, what they say of purchases, and payments without a purchase. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(LOCKS).execute(db)
  for (const statements of [CHAINS, PROOFS, PAYMENTS, TRIGGERS, LIVE, ALERTS])
    await sql.raw(statements).execute(db)
  // The earlier text has fewer columns.
  await sql
    .raw('drop function if exists dimension_rollup_keys(timestamptz, text, text, text, text, text)')
    .execute(db)
  await installTriggers(db)
}
