import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { chance } from '#server/demo/random.ts'
import { someAddress } from '#tests/support/server/builders.ts'

// Requests of a sale's site, as they may meet in one transaction, and all that they have done.

export const SENT_AT = new Date('2026-11-20T12:00:00.000Z')

export interface SentRequest {
  events: object[]
  /** Which of the project's two keys sends it. */
  key: number
  notifiesOld: boolean
}

const hashOf = (n: number) => `0x${String(n).padStart(64, '0')}`

/** The place of the key `k` among the keys of its project. */
const PLACE_OF_KEY = sql.raw(`(select count(*) from ingest_keys o
  where o.project_id = k.project_id and o.id < k.id)`)

/** A sale of few purchases, wallets, hashes and leads, so that requests meet. */
export function makeRequests(seed: number, count: number): SentRequest[] {
  const random = chance(`requests ${seed}`)
  const times = Array.from({ length: 8 }, (_, n) =>
    new Date(SENT_AT.getTime() - n * n * 10 * 60_000).toISOString(),
  )
  const addresses = Array.from({ length: 5 }, () => someAddress())
  const purchases = Array.from({ length: 40 }, (_, n) => ({
    transaction_id: `t${n}`,
    transaction_hash: random.happens(0.5) ? hashOf(n) : null,
    wallet_address: random.pick(addresses),
    created_at: random.pick(times.slice(5)),
    payment_token_name: 'ETH',
    payment_token_amount: '1',
  }))
  const sent: object[] = []
  const makeEvent = (): object => {
    const id = `e${sent.length}`
    const occurred_at = random.pick(times)
    const { transaction_id, wallet_address, ...rest } = random.pick(purchases)
    const kind = random.next()
    if (kind < 0.08) return sent.length === 0 ? {} : random.pick(sent)
    if (kind < 0.12) return { id, kind: 'lead', occurred_at, lead_id: 'l1', email: 'no address' }
    if (kind < 0.2)
      return { id, kind: 'wallet', occurred_at, wallet_address, country: random.pick(['DE', 'FR']) }
    if (kind < 0.28)
      return {
        id,
        kind: 'lead',
        occurred_at,
        lead_id: `l${random.whole(1, 4)}`,
        email: `${id}@a.example`,
      }
    if (kind < 0.34)
      return {
        id,
        kind: 'referral_payout',
        occurred_at,
        transaction_id,
        wallet_address,
        amount_before_gas: '5',
      }
    if (kind < 0.42)
      return {
        id,
        kind: 'bonus_transaction',
        occurred_at,
        transaction_id,
        wallet_address,
        bonus_token_amount: '7',
        identifier: 'Gold',
        type: 'code',
        bonus_code: random.pick(['GOLD', 'UNKNOWN']),
      }
    return {
      id,
      kind: 'transaction',
      occurred_at,
      transaction_id,
      wallet_address,
      ...rest,
      status: random.pick(['pending', 'processing', 'completed', 'completed', 'refunded']),
      payment_usd_amount: String(random.whole(1, 900)),
      // Now and then another purchase's.
      ...(random.happens(0.04) ? { transaction_hash: hashOf(random.whole(0, 39)) } : {}),
      ...(random.happens(0.05) ? { test: true } : {}),
    }
  }
  return Array.from({ length: count }, () => {
    const events = Array.from({ length: random.happens(0.8) ? 1 : random.whole(2, 6) }, () => {
      const event = makeEvent()
      sent.push(event)
      return event
    })
    return { events, key: random.whole(0, 1), notifiesOld: random.happens(0.1) }
  })
}

/** All that a project has, without generated numbers. */
export async function readSale(db: Db, project: string): Promise<unknown> {
  const { rows } = await sql<{ sale: unknown }>`
    select jsonb_build_object(
      'purchases', (select jsonb_agg(to_jsonb(t) - 'id' - 'project_id' - 'received_key_id'
        || jsonb_build_object('key', ${PLACE_OF_KEY}) order by t.source_id)
        from transactions t join ingest_keys k on k.id = t.received_key_id where t.project_id = ${project}),
      'wallets', (select jsonb_agg(to_jsonb(w) - 'id' - 'project_id' order by w.wallet_address)
        from wallets w where w.project_id = ${project}),
      'leads', (select jsonb_agg(to_jsonb(l) - 'id' - 'project_id' order by l.source_id)
        from leads l where l.project_id = ${project}),
      'history', (select jsonb_agg(jsonb_build_array(t.source_id, c.at, c.status, c.reason)
        order by t.source_id, c.at, c.status)
        from status_changes c join transactions t on t.id = c.transaction_id where t.project_id = ${project}),
      'bonuses', (select jsonb_agg(jsonb_build_array(t.source_id, b.wallet_address, b.created_at, c.code)
        order by t.source_id, b.created_at, b.wallet_address)
        from bonus_transactions b join transactions t on t.id = b.transaction_id
        left join bonus_codes c on c.id = b.bonus_code_id where b.project_id = ${project}),
      'waiting', (select jsonb_agg(event_id order by event_id) from waiting_bonuses where project_id = ${project}),
      'codes', (select jsonb_agg(jsonb_build_array(code, uses, usd, bonus_tokens) order by code)
        from bonus_codes where project_id = ${project}),
      'payouts', (select jsonb_agg(jsonb_build_array(p.source_id, t.source_id, p.created_at)
        order by p.source_id, p.created_at)
        from referral_payouts p left join transactions t on t.id = p.transaction_id where p.project_id = ${project}),
      'notices', (select jsonb_agg(jsonb_build_array(n.kind, coalesce(t.source_id, l.source_id))
        order by n.kind, coalesce(t.source_id, l.source_id))
        from notices n left join transactions t on n.kind = 'chat' and t.id = n.subject_id
        left join leads l on n.kind = 'lead' and l.id = n.subject_id where n.project_id = ${project}),
      'keys', (select jsonb_agg(jsonb_build_array(${PLACE_OF_KEY}, k.taken_count, k.refused_count, k.last_tested_at, r.count)
        order by k.id)
        from ingest_keys k left join rate_counters r on r.key = 'ingest-events:' || k.id
        where k.project_id = ${project}),
      'refused', (select jsonb_agg(jsonb_build_array(e.event_id, e.field, e.reason, e.event) order by e.id)
        from refused_events e where e.project_id = ${project}),
      'refusals', (select sum(n) from ingest_refusal_counts where project_id = ${project})
    ) as sale`.execute(db)
  return rows[0]?.sale
}
