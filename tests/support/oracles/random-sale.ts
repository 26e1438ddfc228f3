import { chance } from '#server/demo/random.ts'

// A sale with extreme data: projects named like object properties or written from right to left,
// labels that are missing, misspelt or hundreds of characters long, amounts from a fraction of a
// cent to billions. The same seed gives the same sale.

const DAY_MS = 86_400_000

export const RANDOM_PROJECTS = [
  'toString',
  'hasOwnProperty',
  'مشروع الشمس',
  'A "quoted" <b>name</b>',
  'L'.repeat(100),
]

/** Country labels as they may arrive, and the names that Home must show. */
export const COUNTRY_NAMES: readonly (readonly [label: string | null, name: string])[] = [
  ['DE', 'Germany'],
  ['DEU', 'Germany'],
  ['Germany', 'Germany'],
  ['Germny', 'Germany'],
  ['gb', 'United Kingdom'],
  ['XK', 'Kosovo'],
  ['Atlantis', 'Atlantis'],
  ['__proto__', '__proto__'],
  ['unknown', 'Unknown'],
  ['UNKNOWN', 'Unknown'],
  ['', 'Unknown'],
  [null, 'Unknown'],
]

const LONG = `${'very-long-'.repeat(40)}.example`
const REFERRERS = [
  null,
  '',
  'Unknown',
  't.me',
  'https://google.com/',
  `https://${LONG}`,
  'constructor',
]
const SOURCES = [null, 'unknown', 'google', 'مصدر', 'x', 'toString', 's'.repeat(150)]
const MEDIA = [null, '', 'cpc', 'social', '__proto__']
const CURRENCIES = ['ETH', 'USDT', 'constructor', 'unknown', 'عملة']
const STATUSES = [
  ['completed', 8],
  ['pending', 1],
  ['refunded', 1],
  ['failed', 1],
] as const

type Row = Record<string, string | number | null>
/** Runs one statement with its parameters. */
export type RunSql = (statement: string, params: unknown[]) => Promise<unknown>

/**
 * Fills a migrated database that has no project yet.
 * @param days how far the sale reaches back from `now` (milliseconds)
 */
export async function fillRandomSale(
  run: RunSql,
  sale: { seed: string; now: number; days: number; wallets: number; purchases: number },
): Promise<void> {
  const random = chance(sale.seed)
  const first = sale.now - sale.days * DAY_MS
  const iso = (instant: number) => new Date(instant).toISOString()
  const someInstant = () => {
    const instant = first + Math.floor(random.next() * (sale.now - first))
    // Many rows lie exactly on the boundary of an hour.
    return iso(random.happens(0.2) ? instant - (instant % 1_800_000) : instant)
  }
  const someUsd = () =>
    random.weighted<() => string>([
      [() => `${random.whole(0, 3000)}.${random.whole(0, 99_999)}`, 8],
      [() => `${random.whole(1_000_000_000, 9_999_999_999)}.${random.whole(10, 99)}5`, 1],
      [() => `0.00${random.whole(1, 99)}`, 1],
      [() => '0', 1],
    ])()

  const projects = RANDOM_PROJECTS.map((id) => ({ id, created_at: iso(first) }))
  const wallets: Row[] = Array.from({ length: sale.wallets }, () => ({
    project_id: random.pick(RANDOM_PROJECTS),
    wallet_address: `0x${random.hex(40)}`,
    created_at: someInstant(),
  }))
  const transactions: Row[] = Array.from({ length: sale.purchases }, (_, place) => {
    const wallet = random.pick(wallets)
    return {
      project_id: wallet['project_id'] ?? '',
      wallet_address: wallet['wallet_address'] ?? '',
      transaction_hash: `0x${random.hex(56)}${place.toString(16).padStart(8, '0')}`,
      payment_token_name: random.pick(CURRENCIES),
      payment_usd_amount: someUsd(),
      status: random.weighted(STATUSES),
      void_reason: random.happens(0.06) ? 'a mistake' : null,
      created_at: someInstant(),
      country: random.pick(COUNTRY_NAMES)[0],
      referrer: random.pick(REFERRERS),
      utm_source: random.pick(SOURCES),
      utm_medium: random.pick(MEDIA),
    }
  })
  const payouts: Row[] = Array.from({ length: sale.purchases / 4 }, () => ({
    project_id: random.pick(RANDOM_PROJECTS),
    wallet_address: `0x${random.hex(40)}`,
    amount_before_gas: someUsd(),
    created_at: someInstant(),
  }))

  await run(
    `insert into projects (id, created_at, updated_at)
     select id, created_at, created_at from jsonb_to_recordset($1::jsonb)
       as row(id text, created_at timestamptz)`,
    [JSON.stringify(projects)],
  )
  await run(
    `insert into wallets (project_id, wallet_address, created_at)
     select * from jsonb_to_recordset($1::jsonb)
       as row(project_id text, wallet_address text, created_at timestamptz)`,
    [JSON.stringify(wallets)],
  )
  await run(
    `insert into transactions (project_id, wallet_address, transaction_hash, payment_token_name,
       payment_token_amount, payment_usd_amount, status, created_at, updated_at, country, referrer,
       utm_source, utm_medium, void_reason, voided_at)
     select project_id, wallet_address, transaction_hash, payment_token_name, 1, payment_usd_amount,
       status, created_at, created_at, country, referrer, utm_source, utm_medium, void_reason,
       case when void_reason is not null then created_at end
     from jsonb_to_recordset($1::jsonb) as row(project_id text, wallet_address text,
       transaction_hash text, payment_token_name text, payment_usd_amount numeric, status text,
       created_at timestamptz, country text, referrer text, utm_source text, utm_medium text,
       void_reason text)`,
    [JSON.stringify(transactions)],
  )
  await run(
    `insert into referral_payouts (project_id, wallet_address, amount_before_gas, created_at)
     select * from jsonb_to_recordset($1::jsonb) as row(project_id text, wallet_address text,
       amount_before_gas numeric, created_at timestamptz)`,
    [JSON.stringify(payouts)],
  )
}
