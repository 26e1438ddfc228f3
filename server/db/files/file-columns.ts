import { sql, type RawBuilder } from 'kysely'
import { whereNotCheckable } from '#server/db/records/transaction-proofs.ts'
import { PRICE } from '#server/db/records/transactions.ts'
import type { LeadField } from '#src/wire/leads.ts'
import { exact, isoTime, type TextColumns } from './list-walk.ts'

// The columns of the files that lists can be downloaded as, of a row `t`: docs/using.md describes them.
// Amounts have all their places, and times are ISO 8601 in UTC.

/** The columns of a file, and the joins that they need. */
export interface FileColumns {
  columns: TextColumns
  join?: RawBuilder<unknown>
}

const own = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`)
const flag = (column: string): RawBuilder<unknown> => sql`${own(column)}::integer::text`

/** A purchase, with the bonuses for it, the credit that makes it good, and its proof by the chain. */
export const TRANSACTION_FILE: FileColumns = {
  columns: {
    id: sql`t.id::text`,
    source_id: own('source_id'),
    project: own('project_id'),
    stage: own('stage_name'),
    wallet: own('wallet_address'),
    hash: own('transaction_hash'),
    type: own('type'),
    status: own('status'),
    reason: own('status_reason'),
    created_at: isoTime(own('created_at')),
    // An import has the last event alone.
    completed_at: isoTime(sql`coalesce(
      (select min(s.at) from status_changes as s where s.transaction_id = t.id and s.status = 'completed'),
      case t.status when 'completed' then t.updated_at end)`),
    payment_token: own('payment_token_name'),
    payment_amount: exact(own('payment_token_amount')),
    usd: exact(own('payment_usd_amount')),
    tokens: exact(own('tokens_bought')),
    price: exact(PRICE),
    bonus_tokens: exact(sql`b.tokens`),
    bonus_code: sql`case when b.codes is not null then (
      select string_agg(code, ' ' order by code) from bonus_codes where id = any(b.codes)) end`,
    country: own('country'),
    referrer: own('referrer'),
    utm_source: own('utm_source'),
    utm_medium: own('utm_medium'),
    credited_by: sql`m.authorizer`,
    voided: isoTime(own('voided_at')),
    proof_state: sql`coalesce(t.proof_state,
      case when ${whereNotCheckable('t')} then 'not_checkable' end)`,
    proof_reason: sql`p.reason`,
    proof_chain_id: sql`p.chain_id::text`,
    proof_block: sql`p.block::text`,
    proof_payer: sql`p.payer`,
    proof_receiver: sql`p.receiver`,
    proof_amount: exact(sql`p.amount`),
    proof_token: sql`p.token`,
    proof_checked_at: isoTime(sql`p.checked_at`),
  },
  // Most purchases have neither: their codes are read only where there are some, and the few credits at once.
  join: sql`left join (
    select distinct on (m.transaction_id) m.transaction_id, m.authorizer
    from manual_transactions as m where m.transaction_id is not null
      and not exists (select from credit_reversals as r where r.credit_id = m.id)
  ) as m on m.transaction_id = t.id
  cross join lateral (
    select coalesce(sum(bonus_token_amount), 0) as tokens,
      array_agg(bonus_code_id) filter (where bonus_code_id is not null) as codes
    from bonus_transactions where transaction_id = t.id) as b
  left join proofs as p on p.transaction_id = t.id and t.proof_state is not null`,
}

export const WALLET_FILE: FileColumns = {
  columns: {
    address: own('wallet_address'),
    created_at: isoTime(own('created_at')),
    purchases: sql`t.purchase_count::text`,
    paid_usd: exact(own('paid_usd')),
    purchased: exact(own('purchased_tokens')),
    bonus: exact(own('bonus_tokens')),
    credited: exact(own('credited_tokens')),
    total_tokens: exact(sql`(t.purchased_tokens + t.bonus_tokens + t.credited_tokens)`),
    referred_by: own('referred_by'),
    referral_code: own('referral_code'),
    country: own('country'),
  },
}

export const CREDIT_FILE: FileColumns = {
  columns: {
    id: sql`t.id::text`,
    project: own('project_id'),
    wallet: own('wallet_address'),
    tokens: exact(own('tokens')),
    reason: own('reason'),
    purchase: sql`t.transaction_id::text`,
    created_at: isoTime(own('created_at')),
    credited_by: own('authorizer'),
    approved_by: sql`a.decider`,
    reversed_at: isoTime(sql`r.at`),
    reversed_by: sql`r.by`,
    reversal_reason: sql`r.reason`,
  },
  join: sql`left join credit_reversals as r on r.credit_id = t.id
    left join approvals as a on a.credit_id = t.id`,
}

export const CODE_FILE: FileColumns = {
  columns: {
    id: sql`t.id::text`,
    project: own('project_id'),
    code: own('code'),
    percentage: exact(own('percentage')),
    start_date: isoTime(own('start_date')),
    end_date: isoTime(own('end_date')),
    uses: sql`t.uses::text`,
    max_uses: sql`t.max_uses::text`,
    disabled: flag('disabled'),
    tokens_come_from_stage_tokens: flag('tokens_come_from_stage_tokens'),
    created_at: isoTime(own('created_at')),
    usd: exact(own('usd')),
    bonus_tokens: exact(own('bonus_tokens')),
  },
}

/** The chosen columns of a lead, in this order. */
export const leadFile = (fields: readonly LeadField[]): FileColumns => ({
  columns: Object.fromEntries(fields.map((field) => [field, own(field)])),
})
