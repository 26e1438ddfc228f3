import type { Page } from '@playwright/test'
import { findCountry } from '#src/domain/countries/countries.ts'
import type { FolderDatabase } from '#tests/support/journeys/e2e-database.ts'

// The figures that Home must show, computed with plain SQL over the raw rows. It uses neither the
// server's rollups nor the app's arithmetic; only the country names come from the app.

/** The parameters of a page's requests. */
export interface Window {
  start: string
  end: string
  projects: string[]
  zone: string
}

/** The parameters of the page's last request to a path. */
export function lastWindow(page: Page, path: string): () => Window {
  let last = ''
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/v1${path}`) last = request.url()
  })
  return () => {
    const params = new URL(last).searchParams
    return {
      start: params.get('start_date') ?? '',
      end: params.get('end_date') ?? '',
      projects: params.getAll('projects'),
      zone: params.get('tz') ?? '',
    }
  }
}

/** The rows of a card's hidden table, the header first. */
export async function tableRows(page: Page, card: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: `${card} data` }).getByRole('row')
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent ?? '')),
  )
}

/** Parses "$1,204.50" as cents and "21,480" as an integer. */
export function figure(text: string): number {
  const value = Number(text.replaceAll(/[$,]/g, ''))
  return text.includes('.') ? Math.round(value * 100) : value
}

const RANGE = `project_id = any($1) and created_at >= $2 and created_at < $3`
const BOUGHT = `${RANGE} and status = 'completed' and voided_at is null`
const params = ({ projects, start, end }: Window) => [projects, start, end]

export interface Sums {
  /** USD cents. */
  amount: number
  count: number
}

const SUMS = `round(sum(payment_usd_amount) * 100)::bigint::float8 as amount, count(*)::int as count`

/** The totals of all purchases in a window. */
export async function purchases(database: FolderDatabase, window: Window): Promise<Sums> {
  // The server rounds each project's sum to cents.
  const sql = `select coalesce(sum(amount), 0) as amount, coalesce(sum(count), 0)::int as count
    from (select ${SUMS} from transactions where ${BOUGHT} group by project_id) t`
  const [sums] = await database.query<Sums>(sql, params(window))
  return sums ?? { amount: 0, count: 0 }
}

const BUCKET_LABELS: Record<string, string> = {
  hour: `to_char(local, 'Mon FMDD, YYYY, HH24:00')`,
  day: `to_char(local, 'Mon FMDD, YYYY')`,
  week: `'Week of ' || to_char(date_trunc('week', local), 'Mon FMDD, YYYY')`,
  month: `to_char(local, 'Mon YYYY')`,
  year: `to_char(local, 'YYYY')`,
}

/** Purchases by bucket, labelled as in the table: cents and count over all projects. */
export async function buckets(
  database: FolderDatabase,
  window: Window,
  unit: string,
): Promise<Map<string, Sums>> {
  const rows = await database.query<Sums & { label: string }>(
    `select ${BUCKET_LABELS[unit]} as label, ${SUMS} from (
       select *, created_at at time zone $4 as local from transactions where ${BOUGHT}) t
     group by 1`,
    [...params(window), window.zone],
  )
  return new Map(rows.map(({ label, amount, count }) => [label, { amount, count }]))
}

const UNKNOWN = 'Unknown'
const known = (label: string | null) =>
  label === null || label === '' || label.toLowerCase() === 'unknown' ? UNKNOWN : label
const country = (label: string | null) => findCountry(label ?? '')?.name ?? known(label)
const referrer = (label: string | null) =>
  known(label)
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

type Labels = { a: string | null; b: string | null }

/** The ranked cards that group purchases by a label: columns, and how a row is named. */
export const RANKED: Record<
  string,
  { columns: [string, string]; name: (labels: Labels) => string }
> = {
  Countries: { columns: ['country', 'null::text'], name: ({ a }) => country(a) },
  Currencies: { columns: ['payment_token_name', 'null::text'], name: ({ a }) => known(a) },
  Referrers: { columns: ['referrer', 'null::text'], name: ({ a }) => referrer(a) },
  'UTM Sources': { columns: ['utm_source', 'null::text'], name: ({ a }) => known(a) },
  'UTM Plus': {
    columns: ['utm_source', 'utm_medium'],
    name: ({ a, b }) => `${known(a)} / ${known(b)}`,
  },
}

/** The rows of a ranked card by name. */
export async function rankedRows(
  database: FolderDatabase,
  window: Window,
  card: string,
): Promise<Map<string, Sums>> {
  const rule = RANKED[card]
  if (!rule) throw new Error(`No ranked card ${card}`)
  const [a, b] = rule.columns
  const rows = await database.query<Sums & Labels>(
    `select ${a} as a, ${b} as b, ${SUMS} from transactions where ${BOUGHT} group by 1, 2`,
    params(window),
  )
  const found = new Map<string, Sums>()
  for (const row of rows) {
    const sums = found.get(rule.name(row)) ?? { amount: 0, count: 0 }
    found.set(rule.name(row), { amount: sums.amount + row.amount, count: sums.count + row.count })
  }
  return found
}

/** First, second and additional deposits. */
export async function deposits(database: FolderDatabase, window: Window): Promise<number[]> {
  const [row] = await database.query<{ first: number; second: number; more: number }>(
    `select count(*) filter (where place = 1)::int as first,
       count(*) filter (where place = 2)::int as second,
       count(*) filter (where place > 2)::int as more
     from (select *, row_number() over (
         partition by project_id, wallet_address order by created_at, id) as place
       from transactions where status = 'completed' and voided_at is null) t
     where ${BOUGHT}`,
    params(window),
  )
  return [row?.first ?? 0, row?.second ?? 0, row?.more ?? 0]
}

/** Wallets registered in the window, those among them that ever bought, and paid-out referrals. */
export async function otherTotals(database: FolderDatabase, window: Window) {
  const [wallets] = await database.query<{ total: number; converted: number }>(
    `select count(*)::int as total, count(*) filter (where exists (select from transactions t
       where t.project_id = wallets.project_id and t.wallet_address = wallets.wallet_address
       and t.status = 'completed' and t.voided_at is null))::int as converted
     from wallets where ${RANGE}`,
    params(window),
  )
  const [referrals] = await database.query<Sums>(
    `select coalesce(round(sum(amount_before_gas) * 100), 0)::float8 as amount,
       count(*)::int as count from referral_payouts where ${RANGE}`,
    params(window),
  )
  return { wallets, referrals }
}
