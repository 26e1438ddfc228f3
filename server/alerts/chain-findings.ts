import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { Firing, Span, Watch } from './firing.ts'

/** Of records that are older when they are found, a day has one alert: a new chain finds many at once. */
const SOON = sql`interval '2 hours'`
/** So long after the first of them, with those that were found until then. */
const GATHERED = sql`interval '15 minutes'`

/** Purchases that differ from their chain, since they do. Those that were voided are left out. */
export function findUnprovenPurchases(
  db: Db,
  { projects }: Watch,
  span: Span,
  known: readonly string[] = [],
): Promise<Firing[]> {
  const rows = sql`
    select p.project_id, 'proof:' || t.id as key, p.differs_at as at,
      p.differs_at > t.created_at + ${SOON} as is_late,
      jsonb_build_object('transaction_id', t.id::text, 'usd', t.payment_usd_amount::text,
        'reason', p.reason, 'stage_name', t.stage_name) as data
    from proofs as p join transactions as t on t.id = p.transaction_id
    where p.project_id = any(${[...projects]}::text[]) and t.voided_at is null
      and p.differs_at >= ${firstOf(span)} and p.differs_at <= ${span.to}`
  return findRows(db, { rows, prefix: 'proof', span, known })
}

/** Payments that have been without a purchase for more than `threshold` minutes, and still are. */
export function findUnmatchedPayments(
  db: Db,
  { projects, threshold }: Watch,
  span: Span,
  known: readonly string[] = [],
): Promise<Firing[]> {
  const wait = sql`${threshold}::float8 * interval '1 minute'`
  // The parts of the key are those that tell payments apart, whichever id a reorganisation gives them.
  const rows = sql`
    select * from (
      select y.project_id,
        concat_ws(':', 'payment', chain_id, transaction_hash, token, payer, receiver, amount, place) as key,
        greatest(y.at + ${wait}, y.found_at) as at, y.found_at > y.at + ${SOON} as is_late,
        jsonb_build_object('amount', y.amount::text, 'token', y.token, 'payer', y.payer,
          'paid_at', y.at) as data
      from chain_payments as y
      where y.project_id = any(${[...projects]}::text[]) and y.state = 'open') as x
    where x.at >= ${firstOf(span)} and x.at <= ${span.to}`
  return findRows(db, { rows, prefix: 'payment', span, known })
}

/** The start of the day to which the first alert of a span can belong. */
const firstOf = ({ from }: Span) =>
  sql`date_trunc('day', ${from}::timestamptz - ${GATHERED}, 'UTC')`

/**
 * Those that were found soon after they happened, each by itself, and the others of a project and a day
 * (UTC) together.
 */
async function findRows(
  db: Db,
  {
    rows,
    prefix,
    span: { from, to },
    known,
  }: {
    /** With project_id, key, at, is_late and data. */
    rows: RawBuilder<unknown>
    prefix: string
    span: Span
    known: readonly string[]
  },
): Promise<Firing[]> {
  const { rows: found } = await sql<Firing>`
    with found as materialized (${rows}),
    late as (
      select project_id, date_trunc('day', at, 'UTC') as day, min(at) + ${GATHERED} as until
      from found where is_late group by 1, 2
    )
    select project_id, key, at, data from found where not is_late
      and at > ${from} and key <> all(${[...known]}::text[])
    union all
    select l.project_id, ${prefix} || 's:' || l.project_id || ':'
      || to_char(l.day at time zone 'UTC', 'YYYY-MM-DD'), l.until,
      jsonb_build_object('late', (select count(*) from found as f
        where f.project_id = l.project_id and f.is_late and f.at >= l.day and f.at <= l.until))
    from late as l where l.until > ${from} and l.until <= ${to}
    order by at, key`.execute(db)
  return found
}
