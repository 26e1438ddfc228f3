import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluateAlerts } from '#server/alerts/evaluator.ts'
import {
  CONDITION_KINDS,
  findFirings,
  findHistory,
  type ConditionKind,
} from '#server/alerts/find-firings.ts'
import type { Firing, Span } from '#server/alerts/firing.ts'
import { chance } from '#server/demo/random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/domain/time/zone.ts'
import {
  FAILURES,
  LIMIT_USD,
  MILESTONE_USD,
  OUTAGES,
  REFUSALS,
  simulateYear,
  YEAR,
  type Incident,
} from '#tests/support/calls/alert-year.ts'
import { addRule, eventsOf } from '#tests/support/calls/alerts.ts'
import { testClock } from '#tests/support/server/app.ts'
import { addUser } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

/** How often a year may have an alarm without an incident, in all three sales. */
const MAX_FALSE_SILENCES = 6
const MAX_FALSE_FAILURES = 3

let database: TestDatabase
let year: Awaited<ReturnType<typeof simulateYear>>
beforeAll(async () => {
  database = await openTestDatabase({ isOwn: true })
  year = await simulateYear(database.db)
})
afterAll(() => database.close())

const WATCHED: Record<ConditionKind, { threshold: string | null; hours: number | null }> = {
  milestone: { threshold: String(MILESTONE_USD), hours: null },
  quiet: { threshold: null, hours: 3 },
  failing: { threshold: '15', hours: null },
  code_ending: { threshold: '90', hours: null },
  ingest_refused: { threshold: '50', hours: null },
  purchase_unproven: { threshold: null, hours: null },
  payment_unmatched: { threshold: '30', hours: null },
  stage_sold: { threshold: '90', hours: null },
  stage_oversold: { threshold: null, hours: null },
  cap_reached: { threshold: null, hours: null },
  stage_ends: { threshold: null, hours: 24 },
}
const WHOLE = { from: new Date(YEAR.from), to: new Date(YEAR.to) }
const find = (kind: ConditionKind, span: Span = WHOLE) =>
  findFirings(
    database.db,
    { kind, projects: year.projects, cap: null, tz: 'UTC', ...WATCHED[kind] },
    span,
  )

/** How many incidents were found, and how many alarms belong to none, also not to the time after one. */
function compare(found: readonly Firing[], incidents: readonly Incident[], afterMs: number) {
  const belongs = ({ project_id, at }: Firing, { project, from, to }: Incident) =>
    project_id === project && at.getTime() > from && at.getTime() <= to + afterMs
  const missed = incidents.filter((one) => !found.some((firing) => belongs(firing, one)))
  const alarms = found.filter((firing) => !incidents.some((one) => belongs(firing, one)))
  return { missed, alarms: alarms.map(({ project_id, at }) => `${project_id} ${at.toISOString()}`) }
}

const report = (what: string, planted: number, { missed, alarms }: ReturnType<typeof compare>) =>
  console.info(
    `${what}: ${planted - missed.length} of ${planted} found, ${alarms.length} false alarms in ${year.count} purchases of a year`,
  )

test('each outage of a year is found, with few false alarms', async () => {
  const result = compare(await find('quiet'), OUTAGES, 0)
  report('outages', OUTAGES.length, result)
  expect(result.missed).toEqual([])
  expect(result.alarms.length).toBeLessThanOrEqual(MAX_FALSE_SILENCES)
})

test('each burst of failures of a year is found, with few false alarms', async () => {
  const result = compare(await find('failing'), FAILURES, HOUR_MS)
  report('bursts of failures', FAILURES.length, result)
  expect(result.missed).toEqual([])
  expect(result.alarms.length).toBeLessThanOrEqual(MAX_FALSE_FAILURES)
})

test('each burst of refused events of a year is found, and nothing else', async () => {
  const result = compare(await find('ingest_refused'), REFUSALS, HOUR_MS)
  report('bursts of refused events', REFUSALS.length, result)
  expect(result).toEqual({ missed: [], alarms: [] })
})

test('each milestone, each code and each large purchase of a year is found, and nothing else', async () => {
  const found = await find('milestone')
  for (const [project, times] of year.milestones)
    expect(
      found.filter(({ project_id }) => project_id === project).map(({ at }) => at.getTime()),
    ).toEqual(times)
  expect(found.length).toBeGreaterThan(20)
  expect((await find('code_ending')).map(({ at }) => at.getTime())).toEqual(year.codes)
  const watch = {
    projects: year.projects,
    threshold: String(LIMIT_USD),
    hours: null,
    cap: null,
    tz: 'UTC',
  }
  const large = await findHistory(
    database.db,
    0,
    { kind: 'purchase_over', ...watch },
    { span: WHOLE, most: 20 },
  )
  expect(large.last.map((at) => at.getTime())).toEqual(year.large.toSorted((a, b) => b - a))
  expect(large.fired).toBe(year.large.length)
})

test('a month that is evaluated in steps has what is found in the whole month', async () => {
  const { db } = database
  // With two outages, a burst of failures and a code within it.
  const from = YEAR.from + 40 * DAY_MS
  const span = { from: new Date(from), to: new Date(from + 36 * DAY_MS) }
  const person = await addUser(db, { role: 'admin' })
  for (const kind of CONDITION_KINDS) {
    const { threshold, hours } = WATCHED[kind]
    const fields = {
      ...(threshold === null ? {} : { threshold }),
      ...(hours === null ? {} : { hours }),
    }
    await addRule(db, person.id, { kind, ...fields }, span.from)
  }
  const random = chance('steps')
  const clock = testClock(span.from.toISOString())
  const logged: string[] = []
  const evaluate = () => evaluateAlerts({ db, clock, log: (message) => logged.push(message) })
  await evaluate()
  while (clock.now() < span.to) {
    const minutes = random.happens(0.3) ? random.next() * 15 : random.next() * 1380
    const rest = span.to.getTime() - clock.now().getTime()
    clock.advance(Math.min(rest, Math.ceil(minutes * MINUTE_MS)))
    await evaluate()
  }
  const events = await eventsOf(db, person.id)
  for (const kind of CONDITION_KINDS) {
    const expected = (await find(kind, span)).map(({ key, at, data }) => ({ key, at, data }))
    const actual = events
      .filter((event) => event.kind === kind)
      .map(({ key, at, data }) => ({ key, at, data }))
    expect([kind, actual]).toEqual([kind, expected])
  }
  expect(new Set(events.map(({ kind }) => kind))).toEqual(
    new Set(['milestone', 'quiet', 'failing', 'code_ending']),
  )
  expect(logged).toEqual([])
})
