import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { TransactionStatus } from '#server/db/schema/schema.ts'
import type { Chance } from '#server/demo/random.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import { addProject } from '#tests/support/server/builders.ts'

/** The last one never gets a plan. */
export const STAGE_PROJECTS = ['SOLD', 'OTHER', 'x"y', 'PLAIN']
/** In the night in which Berlin's clocks go forward. */
export const STAGE_SALE_END = Date.parse('2026-03-29T11:17:00Z')
const STAGE_SALE_START = STAGE_SALE_END - 45 * DAY_MS
const PRICES = ['0.05', '0.1', '3', '0.000000000000000007', '2500']
const TINY = '0.000000000000000001'
const HUGE = '99999999999999999999.999999999999999999'

/** By stage, names that purchases carry for it, and some that are not its own. */
export const STAGE_NAMES: readonly (readonly (string | null)[])[] = [
  ['Stage 1', ' stage 1', 'STAGE 1\u00a0', 'Stage 1\n'],
  ['Étape 2', 'étape 2', '\u3000ÉTAPE 2'],
  ['Предпродажа', 'ПРЕДПРОДАЖА', '\tпредпродажа\ufeff'],
  ['Größe', 'GRÖßE '],
  ['Stage 1 OTC', 'Stage  1', 'stage_1', '%'],
  [null, '', ' ', '\u00a0\u2003'],
]

/** A planned stage, and all its names, its own first. */
export interface ModelStage {
  id: string
  names: string[]
  price_usd: string
  supply: string | null
  starts_at: string | null
  ends_at: string | null
}

export interface ModelPlan {
  version: number
  stages: ModelStage[]
  soft_cap_usd: string | null
  hard_cap_usd: string | null
  count_bonuses: 0 | 1
}

/** A sale whose purchases, bonuses and corrections come in random order. */
export interface StageSale {
  /** Makes one random change of its rows. */
  change(): Promise<void>
  /** A random plan that comes after the present one: stages that stay keep their ids. */
  somePlan(project: string, present: ModelPlan): Promise<ModelPlan>
}

/** The name as it is compared: without regard to case and outer blanks. */
export const keyOf = (name: string) => name.trim().toLowerCase()

/** Fills a migrated database with projects and wallets. The same source of chance gives the same sale. */
export async function openStageSale(db: Db, random: Chance): Promise<StageSale> {
  const wallets = STAGE_PROJECTS.flatMap((project) =>
    Array.from({ length: 6 }, () => [project, `0x${random.hex(40)}`] as const),
  )
  for (const id of STAGE_PROJECTS) await addProject(db, { id })
  await db
    .insertInto('wallets')
    .values(
      wallets.map(([project_id, wallet_address]) => ({
        project_id,
        wallet_address,
        created_at: new Date(STAGE_SALE_START),
      })),
    )
    .execute()

  const someInstant = () => {
    const span = STAGE_SALE_END - STAGE_SALE_START
    const at = STAGE_SALE_START + Math.floor(random.next() ** 0.5 * span)
    // Some at the edge of a quarter of an hour, which is also that of days.
    return new Date(random.happens(0.3) ? at - (at % 900_000) : at).toISOString()
  }
  const someName = () => random.pick(random.pick(STAGE_NAMES))
  const someStatus = () =>
    random.weighted<TransactionStatus>([
      ['completed', 8],
      ['pending', 2],
      ['refunded', 1],
      ['failed', 1],
    ])
  /** Tokens and USD, often near the limit at which a price is another one. */
  function someAmounts(): { tokens: string | null; usd: RawBuilder<string> } {
    const usd = random.weighted([
      ['0', 1],
      [TINY, 1],
      [HUGE, 1],
      ['12.5', 9],
    ])
    const odd = random.weighted<string | null>([
      [null, 2],
      ['0', 2],
      [TINY, 1],
      [HUGE, 1],
    ])
    if (random.happens(0.2)) return { tokens: odd, usd: sql`${usd}::numeric` }
    const tokens = `${random.whole(1, 5000)}${random.happens(0.3) ? '.000000000000000003' : ''}`
    const change = random.pick(['1', '1', '1', '1.01', '0.99', '1.0101', '0.9899', '1.2', '0'])
    const more = random.pick(['0', '0', '0.01', '-0.01', TINY])
    const places = random.pick([2, 2, 2, 18, 6])
    return {
      tokens,
      usd: sql`greatest(0, round(${tokens}::numeric * ${random.pick(PRICES.slice(0, 3))}::numeric
        * ${change}::numeric + ${more}::numeric, ${places}::integer))`,
    }
  }

  async function buy(count: number): Promise<void> {
    const at = someInstant()
    const rows = Array.from({ length: count }, () => {
      const [project_id, wallet_address] = random.pick(wallets)
      const { tokens, usd } = someAmounts()
      const created_at = random.happens(0.3) ? at : someInstant()
      return {
        project_id,
        wallet_address,
        stage_name: someName(),
        payment_token_name: 'ETH',
        payment_token_amount: '1',
        payment_usd_amount: usd,
        tokens_bought: tokens,
        status: someStatus(),
        created_at,
        updated_at: created_at,
      }
    })
    await db.insertInto('transactions').values(rows).execute()
  }

  const somePurchases = (count: number) => sql`id in (select id from transactions
    where id >= ${random.next()}::float8 * (select max(id) from transactions) order by id
    limit ${count})`
  const update = (set: RawBuilder<unknown>, most: number) =>
    sql`update transactions set ${set} where ${somePurchases(random.whole(1, most))}`.execute(db)
  const addBonus = () =>
    sql`insert into bonus_transactions (project_id, wallet_address, transaction_id,
        bonus_token_amount, identifier, type, created_at)
      select project_id, wallet_address, id, ${random.pick(['5', TINY, '0', '120.5'])}::numeric,
        'Gold', 'rank', ${someInstant()}::timestamptz
      from transactions where ${somePurchases(random.whole(1, 3))}`.execute(db)

  const CHANGES: readonly (readonly [change: () => Promise<unknown>, weight: number])[] = [
    [() => buy(1), 8],
    [() => buy(random.whole(2, 6)), 6],
    [addBonus, 6],
    [() => sql`delete from bonus_transactions where ${somePurchases(1)}`.execute(db), 1],
    [() => update(sql`status = ${someStatus()}`, 4), 4],
    [() => update(sql`status = 'refunded'`, 1), 2],
    [() => update(sql`voided_at = now(), voided_by = 'a', void_reason = 'a mistake'`, 3), 3],
    [() => update(sql`voided_at = null, voided_by = null, void_reason = null`, 5), 3],
    [() => update(sql`stage_name = ${someName()}`, 4), 4],
    [() => update(sql`tokens_bought = ${someAmounts().tokens}::numeric`, 2), 2],
    [() => update(sql`payment_usd_amount = ${someAmounts().usd}`, 2), 2],
    [() => update(sql`created_at = ${someInstant()}::timestamptz`, 2), 2],
    [() => update(sql`country = 'DE'`, 3), 1],
    [
      () =>
        sql`delete from transactions as t where ${somePurchases(1)} and not exists (
          select from bonus_transactions as b where b.transaction_id = t.id)`.execute(db),
      1,
    ],
  ]

  /** What was sold under these names, and amounts next to it. */
  async function someSupply(project: string, names: readonly string[]): Promise<string | null> {
    const keys = names.map(keyOf)
    const { rows } = await sql<{ stage_name: string; sold: string }>`
      select stage_name, sum(tokens_bought) as sold from transactions
      where project_id = ${project} and stage_name is not null and tokens_bought < 1000000
        and status = 'completed' and voided_at is null group by 1`.execute(db)
    const own = rows.filter((row) => keys.includes(keyOf(row.stage_name)))
    const { rows: found } = await sql<{ sold: string }>`
      select greatest(1, sum(sold) + ${random.pick(['0', TINY, `-${TINY}`, '-100', '777'])}::numeric)
        as sold from unnest(${own.map(({ sold }) => sold)}::numeric[]) as s (sold)`.execute(db)
    return random.pick([null, found[0]?.sold ?? '100', '2500', found[0]?.sold ?? '1'])
  }

  await buy(60)
  return {
    async change() {
      await random.weighted(CHANGES)()
    },
    async somePlan(project, present) {
      const stages: ModelStage[] = []
      const taken = new Set<string>()
      const start = STAGE_SALE_START + random.whole(0, 20) * DAY_MS
      for (const [place, variants] of STAGE_NAMES.slice(0, 5).entries()) {
        if (random.happens(0.3)) continue
        const kept = random.happens(0.8) ? present.stages[stages.length] : undefined
        const [name = ''] = variants
        const own = random.happens(0.3) ? random.pick(['Round', 'ROUND ', 'Étape 2']) : (name ?? '')
        const names = [own, ...(random.happens(0.4) ? [` ${name}`] : [])].filter(
          (one) => !taken.has(keyOf(one)) && taken.add(keyOf(one)),
        )
        if (names.length === 0) continue
        const from = new Date(start + place * 5 * DAY_MS + random.whole(0, 3600) * 1000)
        const to = new Date(start + (place + 1) * 5 * DAY_MS)
        stages.push({
          id: kept?.id ?? '',
          names: names.map((one) => one.trim()),
          price_usd: random.pick(PRICES),
          supply: await someSupply(project, names),
          starts_at: random.happens(0.6) ? from.toISOString() : null,
          ends_at: random.happens(0.6) ? to.toISOString() : null,
        })
      }
      // The old name of a renamed stage stays with it, unless another has it now.
      for (const { id, names } of present.stages) {
        const [old = ''] = names
        const stage = stages.find((one) => one.id === id && id !== '')
        if (stage === undefined || taken.has(keyOf(old))) continue
        stage.names.push(old)
        taken.add(keyOf(old))
      }
      return {
        version: present.version + 1,
        stages,
        soft_cap_usd: random.pick([null, '0.01', '500', '20000']),
        hard_cap_usd: random.pick([null, '20000', '250000', '99999999999999999999']),
        count_bonuses: random.happens(0.5) ? 1 : 0,
      }
    },
  }
}
