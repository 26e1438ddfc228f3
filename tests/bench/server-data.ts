import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { deriveRollups, sumCodes, sumWallets } from '#server/db/rollups/rebuild.ts'

export const BENCH_PROJECTS = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA', 'ECHO', 'FOXTROT']
/** The end of two years of sales. */
export const BENCH_END = '2026-11-20T00:00:00.000Z'
const BEGIN = '2024-11-20T00:00:00Z'
const TABLES = [
  'wallets',
  'transactions',
  'referral_payouts',
  'leads',
  'bonus_codes',
  'bonus_transactions',
]

/**
 * Inserts `count` purchases by 40 % as many wallets in six projects of very different sizes, with 60
 * countries, 10 currencies, some hundred referrers and some 10,000 UTM combinations; 85 % are completed.
 * A lead for every fifth purchase. Every fifth purchase has a bonus by one of 6,000 codes, of which most
 * are valid for 21 days, but six from the start to the end with a tenth of these purchases.
 */
export async function fillBench(db: Db, count: number, log: (line: string) => void): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = (statement: string) => sql.raw(statement).execute(tx)
    await run(`set local statement_timeout = 0; set local work_mem = '256MB';
      set local maintenance_work_mem = '512MB'; select setseed(0.42)`)
    for (const table of TABLES) await run(`alter table ${table} disable trigger all`)
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = any(${TABLES}) and indexname not like '%_pkey'`.execute(tx)
    for (const { name } of indexes) await run(`drop index ${name}`)

    for (const [place, id] of BENCH_PROJECTS.entries()) {
      await run(`insert into projects (id, created_at, updated_at)
        values ('${id}', timestamptz '${BEGIN}' + ${place} * interval '7 days', '${BEGIN}')`)
    }
    log('wallets')
    await run(`create temp table w on commit drop as ${walletsOf(Math.round(count * 0.4))}`)
    await run('create index on w (n)')
    await run('analyze w')
    log('purchases')
    await run(purchasesOf(count))
    await run(`insert into wallets (project_id, wallet_address, created_at, country, utm_source,
        utm_medium, referred_by, first_purchase_at, purchase_count)
      select w.project_id, w.wallet_address, w.created_at, w.country,
        case when f > 0.45 then ${source('h')} end, case when f > 0.45 then ${medium('i')} end,
        w.referred_by, t.first, coalesce(t.n, 0)
      from w left join (select wallet_address, min(created_at) as first, count(*) as n
        from transactions where status = 'completed' group by 1) t using (wallet_address)`)
    await run(`insert into referral_payouts
        (project_id, transaction_id, wallet_address, amount_before_gas, created_at)
      select t.project_id, t.id, w.referred_by, round(t.payment_usd_amount * 0.05, 18),
        t.created_at + interval '30 seconds'
      from transactions t join w using (wallet_address)
      where w.referred_by is not null and t.status = 'completed' order by t.created_at`)
    log('leads and bonus codes')
    await run(leadsOf(Math.round(count * 0.2)))
    await run(CODES)
    log('bonuses')
    await run(BONUSES)
    await run(`update bonus_codes c set uses = b.n from (select bonus_code_id, count(*) n
      from bonus_transactions group by 1) b where b.bonus_code_id = c.id`)
    log('indexes')
    for (const { definition } of indexes) await run(definition)
    await run(`select setval(pg_get_serial_sequence('transactions', 'id'), ${count})`)
    log('sums of wallets and codes')
    for (const id of BENCH_PROJECTS) {
      await sumWallets(tx, id)
      await sumCodes(tx, id)
    }
    for (const table of TABLES) await run(`alter table ${table} enable trigger all`)
  })
  log('rollups')
  const start = performance.now()
  await db.transaction().execute(async (tx) => {
    await sql.raw(`set local statement_timeout = 0; set local work_mem = '256MB'`).execute(tx)
    for (const id of BENCH_PROJECTS) await deriveRollups(tx, id)
  })
  log(`rollups rebuilt in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  for (const table of [...TABLES, 'time_rollups', 'dimension_rollups', 'projects']) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  }
}

const PROJECT_NAMES = BENCH_PROJECTS.map((id) => `'${id}'`).join(',')

/** The names that leads have, the first much more often than the last. */
const FIRST =
  'anna maria james david lena omar chen ravi olga pedro fatima yuki kofi ines noah emma liam sofia lucas mia jonas elif amir nina hugo alice tariq vera milan aisha'
const LAST =
  'smith mueller garcia nguyen kumar ivanov silva tanaka mensah rossi novak berg haddad lopez kim dubois costa popov yilmaz jensen'
const nameFrom = (names: string, random: string) => {
  const all = names.split(' ')
  const array = all.map((name) => `'${name}'`).join(',')
  return `(array[${array}])[1 + floor(${all.length} * ${random} * ${random})::int]`
}

const leadsOf = (count: number) => `
  insert into leads (project_id, email, mobile, created_at, updated_at)
  select (array[${PROJECT_NAMES}])[1 + floor(6 * a * a)::int],
    ${nameFrom(FIRST, 'b')} || '.' || ${nameFrom(LAST, 'c')} || g || '@lead.example',
    '+49' || (1500000000 + g), at, at
  from (select g, random() a, random() b, random() c,
      timestamptz '${BENCH_END}' - power(random(), 2) * interval '700 days' as at
    from generate_series(1, ${count}) g) x
  order by at`

const CODES = `
  insert into bonus_codes (project_id, code, percentage, created_at, start_date, end_date)
  select (array[${PROJECT_NAMES}])[1 + g % 6],
    (array['SPRING','SUMMER','AUTUMN','WINTER','VIP'])[1 + g % 5] || g, 5,
    timestamptz '${BEGIN}' + g * interval '2 hours',
    case when g > 6 then timestamptz '${BEGIN}' + g * interval '2 hours' end,
    case when g > 6 then timestamptz '${BEGIN}' + g * interval '2 hours' + interval '21 days' end
  from generate_series(1, 6000) g`

// A code of the purchase's project that was valid at its time.
const BONUSES = `
  insert into bonus_transactions (project_id, transaction_id, bonus_code_id, bonus_token_amount,
    identifier, type, wallet_address, created_at)
  select t.project_id, t.id, c.id, round(t.tokens_bought * 0.05, 18), c.code, 'bonus_code',
    t.wallet_address, t.created_at
  from (
    select *, array_position(array[${PROJECT_NAMES}], project_id) - 1 as place,
      least(6000, floor(extract(epoch from created_at - timestamptz '${BEGIN}') / 7200)::int
        - floor(power(random(), 2) * 245)::int) as latest
    from transactions where id % 5 = 0) t
  join bonus_codes c on c.id = case when t.id % 50 = 0 or t.latest <= 12
    then 1 + (t.place + 5) % 6 else t.latest - (t.latest + 6 - t.place) % 6 end
  order by t.id`

const COUNTRIES =
  'US GB DE FR IN NP TR BR VN NG ID PH RU UA PL ES IT NL CA AU JP KR TH MY SG AE SA PK BD LK EG MA ZA KE GH MX AR CL CO PE VE SE NO FI DK BE AT CH CZ RO HU BG GR PT IE IL NZ HK TW XK'
    .split(' ')
    .map((code) => `'${code}'`)
    .join(',')

const source = (random: string) => `(array['google','facebook','x','tiktok','telegram','youtube',
  'newsletter','coinzilla','bitmedia','influencer'])[1 + floor(10 * ${random} * ${random})::int]
  || case when ${random} > 0.7 then '-' || floor(${random} * 60)::int else '' end`
const medium = (random: string) =>
  `(array['cpc','social','email','banner','organic','referral'])[1 + floor(6 * ${random})::int]`

function walletsOf(count: number): string {
  const address = (n: string) => `'0x' || md5(${n}::text) || substr(md5('w' || ${n}), 1, 8)`
  return `
    select g as n, (array[${PROJECT_NAMES}])[1 + floor(6 * a * a)::int] as project_id,
      ${address('g')} as wallet_address,
      timestamptz '${BEGIN}' + interval '41 days' + sqrt(b) * 689 * interval '1 day' as created_at,
      case when c < 0.2 then ${address('(1 + floor(d * g))::int')} end as referred_by,
      case when e >= 0.04 then (array[${COUNTRIES}])[1 + floor(60 * e * e)::int] end as country,
      f, h, i
    from (select g, random() a, random() b, random() c, random() d, random() e, random() f,
        random() h, random() i
      from generate_series(1, ${count}) g) x`
}

function purchasesOf(count: number): string {
  return `
    insert into transactions (id, project_id, wallet_address, transaction_hash, stage_name,
      payment_token_name, payment_token_amount, payment_usd_amount, tokens_bought, type, status,
      created_at, updated_at, country, referrer, utm_source, utm_medium, deposit_class)
    select row_number() over (order by created_at, g), project_id, wallet_address,
      '0x' || md5(g::text) || md5('h' || g), 'Stage ' || (1 + floor(r2 * 20))::int,
      (array['ETH','USDT-ERC20','BNB','USDT-BEP20','USDC','BTC','SOL','TRX','POL','CARD'])
        [1 + floor(10 * r3 * r3)::int],
      round((r4 * 3)::numeric, 9) + 0.000000000000000001, usd, round(usd * 40, 18), 'blockchain',
      status, created_at, created_at, country,
      case when r8 >= 0.3 then (array['google.com','t.co','x.com','youtube.com','reddit.com',
        'coinmarketcap.com','telegram.org','bing.com','facebook.com','cryptonews.com'])
        [1 + floor(10 * r9 * r9)::int] || case when r9 > 0.6 then '/' || floor(r9 * 400)::int else '' end end,
      case when r8 >= 0.45 then ${source('r10')} end,
      case when r8 >= 0.45 then ${medium('r11')} end,
      case when status = 'completed' then least(4, row_number() over
        (partition by wallet_address, status = 'completed' order by created_at, g)) end
    from (
      select x.*, w.project_id, w.wallet_address, w.country,
        date_trunc('milliseconds', w.created_at + power(r7, 3) * (timestamptz '${BENCH_END}' - w.created_at))
          as created_at,
        case when r6 < 0.85 then 'completed' when r6 < 0.93 then 'failed' when r6 < 0.96 then 'pending'
          when r6 < 0.98 then 'expired' when r6 < 0.99 then 'refunded' else 'processing' end as status
      from (select g, 1 + floor(${count} * 0.16 * power(random(), 1.3))::int as wn,
          random() r2, random() r3, random() r4, random() r6, random() r7, random() r8, random() r9,
          random() r10, random() r11,
          round((10 + power(random(), 4) * 20000)::numeric, 6) + 0.000000000000000003 as usd
        from generate_series(1, ${count}) g) x
      join w on w.n = x.wn) y
    order by created_at, g`
}
