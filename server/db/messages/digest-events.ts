import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** The keys of digests that were requested, which the scheduled ones do not have. */
export const REQUESTED_PREFIX = 'now '

export interface DigestReceiver {
  user_id: number
  tz: string
  digest_every: 'day' | 'week'
  digest_weekday: number | null
  digest_hour: number
  digest_since: Date
  /** The last scheduled one: its key, and when it was due. */
  newest_key: string | null
  newest_at: Date | null
}

/** The people who want a digest and can sign in. */
export async function listDigestReceivers(db: Db): Promise<DigestReceiver[]> {
  const { rows } = await sql<DigestReceiver>`
    select s.user_id, s.tz, s.digest_every, s.digest_weekday, s.digest_hour, s.digest_since,
      newest.key as newest_key, newest.at as newest_at
    from alert_settings as s join users as u on u.id = s.user_id and u.disabled_at is null
    left join lateral (
      select e.key, e.at from alert_events as e
      where e.user_id = s.user_id and e.kind = 'digest'
        and not starts_with(e.key, ${REQUESTED_PREFIX})
      order by e.at desc limit 1) as newest on true
    where s.digest_every is not null order by s.user_id`.execute(db)
  return rows
}
