import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance } from '#server/demo/random.ts'
import { addProject } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { bucketRows } from './bucket-parts.ts'
import { SOURCE } from './definition.ts'
import { instants, projectRows, sumFigures } from './pieces.ts'
import { TIME_LEVELS } from './plan.ts'

const PROJECTS = Array.from({ length: 15 }, (_, place) => `P${place + 1}`)
const QUARTER_MS = 15 * 60_000
const START = Date.parse('2025-12-30T00:00:00Z')
const QUARTERS = 70 * 96

const random = chance('bucket parts')
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  for (const id of PROJECTS) await addProject(database.db, { id })
  await sql`insert into wallets (project_id, wallet_address, created_at)
    select (${PROJECTS}::text[])[1 + n * n % 15],
      '0x' || lpad(to_hex(n), 40, '0'),
      to_timestamp(${START / 1000} + (n::bigint * 7919 * 613) % ${QUARTERS * 900})
    from generate_series(1, 4000) n`.execute(database.db)
})
afterAll(() => database.close())

/** Ascending bounds of quarters, some of them close together and some weeks apart. */
function someEdges(): number[] {
  const edges: number[] = []
  const step = random.pick([3, 96, 97, 500])
  for (let at = random.whole(0, 200); at < QUARTERS && edges.length < 400;) {
    edges.push(START + at * QUARTER_MS)
    at += random.happens(0.3) ? random.whole(1, 2 * step) : step
  }
  return edges
}

async function sumsOf(query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ id: string; slot: number; n: number }>`
    select id, slot, sum(n)::bigint as n from (${query}) x
    group by id, slot having sum(n) <> 0 order by id, slot`.execute(database.db)
  return rows.map(({ id, slot, n }) => `${id} ${slot} ${n}`)
}

test('every level, edge and range gives the sums of the raw rows', async () => {
  const figures = sumFigures(SOURCE.registrations)
  let compared = 0
  for (let round = 0; round < 60; round++) {
    const edges = someEdges()
    const first = edges[0] ?? START
    const last = edges.at(-1) ?? START
    const start = random.happens(0.3) ? first : first + Math.floor(random.next() * (last - first))
    const end = random.happens(0.3) ? last : start + Math.floor(random.next() * (last - start))
    if (start >= end) continue
    const projects = random.happens(0.5) ? PROJECTS : PROJECTS.filter(() => random.happens(0.2))
    const levels = TIME_LEVELS.slice(random.whole(0, 3))
    const actual = await sumsOf(sql`
      select p.id, y.slot, y.n from ${projectRows(projects)} cross join lateral (
        ${bucketRows(SOURCE.registrations, { start, end }, edges, levels, figures)}) y`)
    const expected = await sumsOf(sql`
      select project_id as id, width_bucket(created_at, ${instants(edges)}) - 1 as slot, 1 as n
      from wallets where project_id = any(${projects}::text[])
        and created_at >= ${new Date(start)} and created_at < ${new Date(end)}`)
    expect({ start, end, levels, sums: actual }).toEqual({ start, end, levels, sums: expected })
    compared += expected.length
  }
  expect(compared).toBeGreaterThan(1000)
})
