import { sql } from 'kysely'
import {
  expectedChannels,
  expectedLaunch,
  expectedSettlement,
} from '#tests/support/oracles/campaigns-oracle.ts'
import type { SignedIn, TestApp } from '#tests/support/server/app.ts'
import { ms, time } from './measure.ts'
import { BENCH_END, BENCH_PROJECTS } from './server-data.ts'

type Log = (line: string) => void

const RANGES = [
  ['30 days', '2026-10-20T22:00:00.000Z', '2026-11-19T13:37:11.000Z'],
  ['a year', '2025-11-19T23:00:00.000Z', '2026-11-19T13:37:11.000Z'],
  ['all time', '2024-01-01T00:00:00.000Z', BENCH_END],
] as const
const ZONE = 'Europe/Berlin'
type Range = (typeof RANGES)[number][0]

/** The ranges in which plain SQL takes minutes at most. The embedded database cannot end it. */
export const plainRangesOf = (size: number, isEmbedded: boolean): readonly Range[] => {
  if (size > 2_000_000) return ['30 days']
  return isEmbedded && size > 200_000 ? [] : RANGES.map(([range]) => range)
}

/** Measures the calls of campaigns and settlement through the whole app, and plain SQL on the same rows. */
export async function measureCampaigns(
  app: TestApp,
  admin: SignedIn,
  plainRanges: readonly Range[],
  log: Log,
): Promise<void> {
  const { db, clock } = app
  clock.set(BENCH_END)
  const all = BENCH_PROJECTS.map((id) => `projects=${id}`).join('&')
  log('\n| call | range | median ms | p99 ms | plain SQL ms |\n|---|---|---|---|---|')
  const measure = async (
    what: string,
    range: string,
    url: string,
    direct?: () => Promise<unknown>,
  ) => {
    const api = await time(() => get(app, admin, url), { warmUps: 1, minRuns: 3 })
    const plain = direct
      ? await time(direct, { warmUps: 0, minRuns: 1, maxRuns: 5 }).catch(() => null)
      : null
    const column = direct ? (plain ? ms(plain.median) : 'over 30 s') : ''
    log(`| ${what} | ${range} | ${ms(api.median)} | ${ms(api.p99)} | ${column} |`)
  }
  const eachProject = (of: (project: string) => Promise<unknown>) => async () => {
    for (const project of BENCH_PROJECTS) await of(project)
  }
  const hasPlain = (range: Range) => plainRanges.includes(range)
  for (const [range, start, end] of RANGES) {
    const query = `start_date=${start}&end_date=${end}&${all}`
    const only = { utm_source: 'google', utm_medium: 'cpc' }
    const keys = new URLSearchParams(only).toString()
    const channels = (of?: typeof only) =>
      eachProject((project) => expectedChannels(db, project, { start, end }, BENCH_END, of))
    await measure(
      '/channels/summary',
      range,
      `/channels/summary?${query}`,
      hasPlain(range) ? channels() : undefined,
    )
    await measure(
      '/channels/countries',
      range,
      `/channels/countries?${query}&${keys}`,
      hasPlain(range) ? channels(only) : undefined,
    )
    await measure(
      '/settlement/summary',
      range,
      `/settlement/summary?${query}`,
      hasPlain(range)
        ? eachProject((project) => expectedSettlement(db, project, { start, end }))
        : undefined,
    )
    await measure('/bonus-codes/windows', range, `/bonus-codes/windows?${query}`)
  }
  await measure(
    '/launches',
    'all time',
    `/launches?${all}&tz=${ZONE}`,
    hasPlain('all time')
      ? eachProject((project) => expectedLaunch(db, project, ZONE, BENCH_END))
      : undefined,
  )
  for (const [what, code] of await codes(app)) {
    await measure('/bonus-codes/…/effect', what, `/bonus-codes/${code}/effect?tz=${ZONE}`)
  }
}

/** A code of 21 days, the most used first, and the most used of all, which never ends. */
async function codes({ db }: TestApp): Promise<[what: string, path: string][]> {
  const { rows } = await sql<{ path: string; purchases: number; is_open: boolean }>`
    select distinct on (c.end_date is null) c.project_id || '/' || c.id as path, b.n as purchases,
      c.end_date is null as is_open
    from (select bonus_code_id, count(*) as n from bonus_transactions group by 1) b
      join bonus_codes c on c.id = b.bonus_code_id
    where coalesce(c.end_date < ${BENCH_END}::timestamptz - interval '30 days', true)
    order by c.end_date is null, b.n desc`.execute(db)
  return rows.map(({ path, purchases, is_open }) => [
    `${is_open ? 'two years' : '21 days'}, ${purchases} purchases`,
    path,
  ])
}

async function get(app: TestApp, admin: SignedIn, url: string): Promise<void> {
  const { status, text } = await app.call('GET', url, { as: admin })
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`)
}
