import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { ingest } from '#server/db/ingest/ingest.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import type { chance } from '#server/demo/random.ts'
import type { Sale } from '#tests/support/calls/approvals.ts'
import { correctionsOf } from '#tests/support/calls/corrections.ts'
import type { Answer, SignedIn, TestApp } from '#tests/support/server/app.ts'
import { addWallet, someAddress } from '#tests/support/server/builders.ts'

type Chance = ReturnType<typeof chance>

/** Few, so that writers meet at the same wallets and purchases. */
const [WALLETS, PURCHASES] = [5, 12]
/** What has to happen in every run. */
const KINDS = [
  'transaction.void',
  'transaction.restore',
  'manual_transaction.reverse',
  'wallet.successor',
  'approval.approve',
]
const STATUSES = ['pending', 'completed', 'completed', 'completed', 'failed', 'refunded']

/**
 * Voids, restores, reversals, successors, credits and approvals, with late and corrected events of the same
 * purchases between them, several at once in every round. Throws if one has another answer than a change or
 * a conflict.
 */
export async function correctAtRandom(
  t: TestApp,
  sale: Sale,
  { random, rounds, people }: { random: Chance; rounds: number; people: readonly SignedIn[] },
): Promise<void> {
  const corrections = correctionsOf(t, sale)
  const wallets = [sale.wallet, ...Array.from({ length: WALLETS - 1 }, someAddress)]
  for (const wallet_address of wallets.slice(1))
    await addWallet(t.db, { project_id: sale.id, wallet_address })
  let serial = 0

  async function send(): Promise<void> {
    const at = t.clock.now().getTime() - 3_600_000
    const events = Array.from({ length: random.whole(1, 4) }, () => {
      serial += 1
      const id = random.whole(1, PURCHASES)
      const purchase = {
        id: `e${serial}`,
        transaction_id: `t${id}`,
        // Some arrive late: an earlier state changes nothing.
        occurred_at: new Date(at + serial * 1000 - random.whole(0, 20_000)).toISOString(),
        wallet_address: random.pick(wallets),
      }
      return random.happens(0.25)
        ? {
            ...purchase,
            kind: 'bonus_transaction',
            bonus_token_amount: `${random.whole(1, 99)}.5`,
            identifier: 'Gold',
            type: 'rank',
          }
        : {
            ...purchase,
            kind: 'transaction',
            created_at: new Date(at - id * 3_600_000).toISOString(),
            status: random.pick(STATUSES),
            payment_token_name: 'ETH',
            payment_token_amount: '1',
            payment_usd_amount: `${random.whole(1, 9999)}.${random.whole(10, 99)}`,
            tokens_bought: String(random.whole(1, 999)),
          }
    })
    const { results } = await ingest(t.db, { projectId: sale.id, events, now: t.clock.now() })
    expect(results.filter(({ outcome }) => outcome === 'refused')).toEqual([])
  }

  async function someId(table: 'transactions' | 'manual_transactions'): Promise<string> {
    const rows = await t.db
      .selectFrom(table)
      .select('id')
      .where('project_id', '=', sale.id)
      .execute()
    return String(rows.length === 0 ? 0 : random.pick(rows).id)
  }

  /** Some correction or credit of a person, and the decision of another one if it needs one. */
  async function act(as: SignedIn): Promise<void> {
    const answer = await random.weighted<() => Promise<Answer>>([
      [async () => corrections.voidPurchase(await someId('transactions'), { as }), 5],
      [async () => corrections.restore(await someId('transactions'), { as }), 4],
      [async () => corrections.reverse(await someId('manual_transactions'), { as }), 3],
      [
        () =>
          corrections.setSuccessor(
            random.happens(0.3) ? null : random.pick([...wallets, someAddress()]),
            random.pick(wallets),
            as,
          ),
        2,
      ],
      [
        async () =>
          sale.credit(
            {
              tokens: String(random.whole(1, 60)),
              wallet: random.pick(wallets),
              ...(random.happens(0.6) ? { transactionId: await someId('transactions') } : {}),
            },
            as,
          ),
        4,
      ],
    ])()
    // 400: a purchase of another wallet, or a wallet as its own successor. 404: no record yet.
    expect([200, 201, 202, 400, 404, 409]).toContain(answer.status)
    if (answer.status !== 202) return
    const second = random.pick(people.filter((person) => person !== as))
    const verb = random.pick(['approve', 'approve', 'reject'] as const)
    expect([200, 409]).toContain((await sale.decide(verb, answer.body.approval.id, second)).status)
  }

  const isComplete = async () => {
    const done = new Set(await sale.actions())
    return KINDS.every((kind) => done.has(kind))
  }
  // What several people do at once succeeds by chance: until each kind has happened.
  for (
    let round = 0;
    round < rounds || (round < 20 * rounds && !(await isComplete()));
    round += 1
  ) {
    await Promise.all([send(), ...people.map(act), ...people.map(act)])
    if (random.happens(0.3)) t.clock.advance(1000)
  }
  expect(await sale.actions()).toEqual(expect.arrayContaining(KINDS))
}

/** @returns where what the app keeps and shows of a project differs from plain SQL over its rows */
export async function findWrongSums(t: TestApp, sale: Sale): Promise<unknown[]> {
  const query = `projects=${sale.id}&start_date=2020-01-01T00:00:00Z&end_date=2030-01-01T00:00:00Z`
  const { body } = await t.call('GET', `/transactions/summary?${query}`, { as: sale.approver })
  const { rows } = await sql<{ n: number; usd: number }>`
    select count(*)::integer as n, coalesce(round(sum(payment_usd_amount), 2), 0)::float8 as usd
    from transactions
    where project_id = ${sale.id} and status = 'completed' and voided_at is null`.execute(t.db)
  const [shown] = body[sale.id] ?? []
  const { n, usd } = rows[0] ?? {}
  const isShown = n === (shown?.total_transactions ?? 0) && usd === (shown?.total_amount ?? 0)
  return [
    ...(isShown ? [] : [{ shown, n, usd }]),
    ...(await checkProject(t.db, sale.id)),
    ...(await findWrongRows(t.db, sale.id)),
  ]
}

/** Wallets with other sums than those of their rows, credits of one purchase that count twice, and chains. */
async function findWrongRows(db: Db, project: string): Promise<unknown[]> {
  const { rows } = await sql`
    select 'sums' as wrong, wallet_address as of from wallets as w
    where project_id = ${project} and (paid_usd, purchased_tokens, bonus_tokens, credited_tokens)
      is distinct from (
        (select coalesce(sum(payment_usd_amount), 0) from transactions as t
          where t.project_id = w.project_id and t.wallet_address = w.wallet_address
            and status = 'completed' and voided_at is null),
        (select coalesce(sum(tokens_bought), 0) from transactions as t
          where t.project_id = w.project_id and t.wallet_address = w.wallet_address
            and status = 'completed' and voided_at is null),
        (select coalesce(sum(b.bonus_token_amount), 0)
          from bonus_transactions as b join transactions as t on t.id = b.transaction_id
          where b.project_id = w.project_id and b.wallet_address = w.wallet_address
            and t.status = 'completed' and t.voided_at is null),
        (select coalesce(sum(m.tokens), 0) from manual_transactions as m
          where m.project_id = w.project_id and m.wallet_address = w.wallet_address
            and m.id not in (select credit_id from credit_reversals)))
    union all
    select 'credited twice', transaction_id::text from manual_transactions
    where project_id = ${project} and transaction_id is not null
      and id not in (select credit_id from credit_reversals)
    group by transaction_id having count(*) > 1
    union all
    select 'chain', w.wallet_address from wallets as w
    join wallets as next using (project_id)
    where project_id = ${project} and next.wallet_address = w.successor
      and next.successor is not null
    union all
    select 'no entry', r.credit_id::text from credit_reversals as r
    where r.project_id = ${project} and 1 <> (select count(*) from audit_log as a
      where a.action = 'manual_transaction.reverse' and a.object_id = r.credit_id::text)
    union all
    select 'no entry', t.id::text from transactions as t
    where t.project_id = ${project} and (t.voided_at is not null)::integer <> (
      select count(*) filter (where a.action = 'transaction.void')
        - count(*) filter (where a.action = 'transaction.restore')
      from audit_log as a where a.object_type = 'transaction' and a.object_id = t.id::text)`.execute(
    db,
  )
  return rows
}
