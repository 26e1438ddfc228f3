import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { recordTerms } from '#server/db/projects/project-terms.ts'
import type { TransactionStatus } from '#server/db/schema/schema.ts'
import type { chance } from '#server/demo/random.ts'
import { addChain, addProject } from '#tests/support/server/builders.ts'

// A sale around both clock changes in Europe, America and Australia.
export const SALE_START = Date.parse('2025-02-20T00:00:00Z')
export const SALE_END = Date.parse('2026-05-10T00:00:00Z')
export const SALE_PROJECTS = ['EXACT', 'SMALL', 'x"y', 'toString']

/** Those with a connected chain. */
export const CHAIN_PROJECTS = SALE_PROJECTS.slice(0, 2)
const PROOF_STATES = ['proven', 'waiting', 'differs']

/** A sale whose rows change in random order as sales and operators change them. */
export interface ChangingSale {
  /** Makes one random change. */
  change(): Promise<void>
  /** An instant of the sale. */
  someInstant(): string
}

/** Fills a migrated database with a small random sale. The same source of chance gives the same sale. */
export async function openChangingSale(
  db: Db,
  random: ReturnType<typeof chance>,
): Promise<ChangingSale> {
  const wallets: [project: string, address: string][] = []

  function someInstant(): string {
    return new Date(SALE_START + Math.floor(random.next() * (SALE_END - SALE_START))).toISOString()
  }

  const someStatus = () =>
    random.weighted<TransactionStatus>([
      ['completed', 6],
      ['pending', 2],
      ['refunded', 1],
      ['failed', 1],
    ])
  const someSource = () => ({
    country: random.pick([null, '', 'DE', 'Germany', 'unknown', 'XK']),
    utm_source: random.pick([null, 'google', 'x']),
    utm_medium: random.pick([null, 'cpc', 'social']),
  })
  const someUsd = () =>
    `${random.whole(0, 20_000)}.${String(random.whole(0, 999_999_999))}000000001`

  async function registerWallets(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const project = random.weighted(SALE_PROJECTS.map((id, place) => [id, 8 - 2 * place]))
      const address = `0x${random.hex(40)}`
      wallets.push([project, address])
      await db
        .insertInto('wallets')
        .values({
          project_id: project,
          wallet_address: address,
          created_at: someInstant(),
          ...someSource(),
        })
        .execute()
    }
  }

  /** Inserts purchases in one statement, some of one wallet, some at the same time. */
  async function buy(count: number): Promise<void> {
    const at = someInstant()
    const rows = Array.from({ length: count }, () => {
      const [project_id, wallet_address] = random.pick(wallets)
      const created_at = random.happens(0.2) ? at : someInstant()
      return {
        project_id,
        wallet_address,
        transaction_hash: random.happens(0.8) ? `0x${random.hex(64)}` : null,
        payment_token_name: random.pick(['ETH', 'USDT', 'BNB']),
        payment_token_amount: `${random.whole(0, 9)}.${String(random.whole(0, 999_999))}000000000001`,
        payment_usd_amount: someUsd(),
        status: someStatus(),
        stage_name: random.pick([null, 'Stage 1', ' STAGE 1 ', 'Stage 2', 'OTC']),
        created_at,
        updated_at: created_at,
        referrer: random.pick([null, 't.me', 'google.com', `https://${'long'.repeat(80)}.example`]),
        ...someSource(),
      }
    })
    await db.insertInto('transactions').values(rows).execute()
  }

  const somePurchases = (count: number) => sql`id in (select id from transactions
  where id >= ${random.next()}::float8 * (select max(id) from transactions) order by id limit ${count})`

  /** Adds a credit to a random wallet, and reverses a random one. */
  async function credit(): Promise<void> {
    const [project_id, wallet_address] = random.pick(wallets)
    const at = someInstant()
    const own = { project_id, wallet_address, created_at: at, updated_at: at, reason: null }
    await db
      .insertInto('manual_transactions')
      .values({ ...own, tokens: someUsd(), authorizer: 'a@b.example' })
      .execute()
    await sql`insert into credit_reversals (credit_id, project_id, at, by, reason)
      select id, project_id, ${at}::timestamptz, 'a@b.example', 'a mistake'
      from manual_transactions as m
      where ${random.happens(0.5)} and not exists (
        select from credit_reversals as r where r.credit_id = m.id)
      order by id limit 1`.execute(db)
  }

  async function changeTerms(): Promise<void> {
    const project = random.pick(SALE_PROJECTS)
    const changed = {
      fee_enabled: random.happens(0.7),
      fee_percentage: `0.0${random.whole(1, 99_999_999)}`.slice(0, 10),
      liquidity_split_enabled: random.happens(0.7),
      liquidity_split_percentage: `0.${random.whole(1, 99_999_999)}`.slice(0, 10),
    }
    await db.updateTable('projects').set(changed).where('id', '=', project).execute()
    await recordTerms(db, project, {
      validFrom: new Date(someInstant()),
      changedBy: null,
      reason: null,
    })
  }

  /** What sales and operators do to the rows, in random order. */
  const CHANGES: readonly (readonly [change: () => Promise<unknown>, weight: number])[] = [
    [() => buy(1), 8],
    [() => buy(random.whole(2, 6)), 4],
    [() => registerWallets(1), 2],
    [
      () =>
        sql`update transactions set status = ${someStatus()} where ${somePurchases(random.whole(1, 4))}`.execute(
          db,
        ),
      6,
    ],
    [
      () => sql`update transactions set status = 'refunded' where ${somePurchases(1)}`.execute(db),
      3,
    ],
    [
      () =>
        sql`update transactions set payment_usd_amount = payment_usd_amount + 0.000000000000000001
        where ${somePurchases(3)}`.execute(db),
      3,
    ],
    [
      () =>
        sql`update transactions set stage_name = 'stage 2' where ${somePurchases(2)}`.execute(db),
      1,
    ],
    [() => sql`delete from transactions where ${somePurchases(1)}`.execute(db), 2],
    [
      () =>
        sql`update transactions set voided_at = now(), voided_by = 'a@b.example', void_reason = 'a mistake'
        where voided_at is null and ${somePurchases(random.whole(1, 3))}`.execute(db),
      4,
    ],
    [
      () =>
        sql`update transactions set voided_at = null, voided_by = null, void_reason = null
        where id in (select id from transactions where voided_at is not null
          order by id offset ${random.whole(0, 9)} limit 2)`.execute(db),
      3,
    ],
    [credit, 2],
    [
      () =>
        sql`update transactions set created_at = created_at - interval '5 days 3 hours 7 minutes'
        where ${somePurchases(2)}`.execute(db),
      2,
    ],
    [
      () =>
        sql`update transactions set country = 'NP', utm_source = null where ${somePurchases(2)}`.execute(
          db,
        ),
      1,
    ],
    [
      () =>
        sql`update wallets set created_at = created_at + interval '11 hours' where wallet_address in
        (select wallet_address from wallets order by wallet_address offset ${random.whole(0, 50)} limit 2)`.execute(
          db,
        ),
      1,
    ],
    [
      () =>
        sql`insert into referral_payouts (project_id, transaction_id, wallet_address, amount_before_gas, created_at)
        select project_id, id, '0xreferrer', payment_usd_amount / 10, created_at + interval '40 seconds'
        from transactions where ${somePurchases(2)}`.execute(db),
      3,
    ],
    [
      () =>
        sql`delete from referral_payouts where id = (select max(id) from referral_payouts)`.execute(
          db,
        ),
      1,
    ],
    [
      () =>
        sql`insert into bonus_transactions (project_id, transaction_id, bonus_token_amount, identifier, type, wallet_address, created_at)
        select project_id, id, ${someUsd()}::numeric, 'Gold', 'rank', wallet_address, created_at + interval '3 days'
        from transactions where ${somePurchases(random.whole(1, 3))}`.execute(db),
      4,
    ],
    [
      () =>
        sql`update bonus_transactions set bonus_token_amount = bonus_token_amount + 0.000000000000000001
        where id = (select max(id) from bonus_transactions)`.execute(db),
      1,
    ],
    [
      () =>
        sql`delete from bonus_transactions where id = (select min(id) from bonus_transactions)`.execute(
          db,
        ),
      1,
    ],
    [
      () =>
        sql`update transactions set payment_token_amount = payment_token_amount * 2 where ${somePurchases(2)}`.execute(
          db,
        ),
      1,
    ],
    // What the checks of a chain do, and what has a purchase checked again or no longer.
    [
      () =>
        sql`update transactions set proof_state = ${random.pick(PROOF_STATES)}
        where proof_state is not null and ${somePurchases(random.whole(2, 9))}`.execute(db),
      6,
    ],
    [
      () =>
        sql`update transactions set payment_token_name = ${random.pick(['ETH', 'BNB'])}
        where ${somePurchases(1)}`.execute(db),
      2,
    ],
    // Registrations that become conversions just within, or just after, seven days.
    [
      () =>
        sql`update wallets set utm_source = 'x', created_at = first_purchase_at - ${random.whole(160, 176)} * interval '1 hour'
        where wallet_address in (select wallet_address from wallets where first_purchase_at is not null
          order by wallet_address offset ${random.whole(0, 30)} limit 2)`.execute(db),
      2,
    ],
    [changeTerms, 2],
  ]

  for (const id of SALE_PROJECTS) await addProject(db, { id })
  for (const project_id of CHAIN_PROJECTS)
    await addChain(db, { project_id, symbols: ['eth', 'usdt'] })
  await registerWallets(60)
  await buy(150)
  return { someInstant, change: async () => void (await random.weighted(CHANGES)()) }
}
