import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { chance } from '#server/demo/random.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import {
  inDatabaseOf,
  signInAt,
  startApi,
  type ApiProcess,
  type Caller,
} from '#tests/support/server/api-process.ts'
import { addProject, addUser, TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const KILLS = byExtent({ change: 10, long: 100 })
const WALLETS = 20_000
const EMAIL = 'operator@saleroom.example'
const STOPPED = 'The server stopped. Nothing was kept.'

const random = chance('crash of allocation lists')
let folder: string
let api: ApiProcess | undefined
let cluster: Cluster | undefined

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-crash-allocations-'))
})
afterEach(async () => {
  await api?.kill()
  cluster?.remove()
  cluster = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Works in the database while no server runs. */
async function inDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  if (!cluster) return inDatabaseOf(folder, work)
  const database = openPostgres(cluster.url)
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

async function fill(db: Db): Promise<void> {
  await migrate(db)
  await addUser(db, { email: EMAIL, role: 'admin' })
  await addProject(db, { id: 'AURA' })
  const addresses = sql`select '0x' || left(md5(n::text) || md5(n::text), 40) as address, n
    from generate_series(1, ${WALLETS}::integer) as n`
  await sql`insert into wallets (project_id, wallet_address, created_at)
    select 'AURA', address, now() from (${addresses}) as a`.execute(db)
  await sql`insert into manual_transactions
      (project_id, wallet_address, tokens, reason, authorizer, created_at, updated_at)
    select 'AURA', address, n / 7::numeric, 'a gift', 'somebody', now(), now()
    from (${addresses}) as a`.execute(db)
}

async function start(): Promise<{ running: ApiProcess; caller: Caller }> {
  const running = await startApi({
    SALEROOM_DATA: folder,
    SALEROOM_DEMO: '0',
    SALEROOM_SECRET: 'a secret of these tests, long enough',
    ...(cluster ? { DATABASE_URL: cluster.url } : {}),
  })
  api = running
  const caller = await signInAt(running.url, EMAIL, TEST_PASSWORD)
  const refused = await caller.post('/allocation-lists', { project_id: 'AURA' })
  // The contract's refusal of a call that needs a proof.
  const { step_up: stepUp } = refused.body as { step_up: { challenge: string } }
  const proof = { kind: 'password', password: TEST_PASSWORD, challenge: stepUp.challenge }
  expect((await caller.post('/auth/step-up', proof)).status).toBe(204)
  return { running, caller }
}

async function freeze(caller: Caller): Promise<string> {
  const { status, body } = await caller.post('/allocation-lists', { project_id: 'AURA' })
  expect(status).toBe(202)
  // The response of a freeze.
  return (body as AllocationList).id
}

/** The list when this many of its wallets are done, or its build has ended. */
async function builtTo(caller: Caller, id: string, rows: number): Promise<AllocationList> {
  for (;;) {
    const { body } = await caller.get(`/allocation-lists/${id}`)
    // The response of the call.
    const list = body as AllocationList
    if (list.built_rows >= rows || list.state !== 'building') return list
    await pause(2)
  }
}

/** Ends claims, as the time does in which a process does not renew them. */
const endClaims = (db: Db) =>
  sql`update allocation_lists set claimed_until = now() where state = 'building'`.execute(db)

/** What is kept of each list, and whether that and its audit entries fit its state. */
async function checkLists(db: Db): Promise<{ ready: number; failed: number; wrong: number }> {
  const { rows } = await sql<{ ready: number; failed: number; wrong: number }>`
    with kept as (
      select l.*,
        (select count(*) from allocation_rows where list_id = l.id) as own_rows,
        (select coalesce(sum(tokens), 0) from allocation_rows where list_id = l.id) as own_tokens,
        (select coalesce(sum(length(bytes)), 0) from allocation_trees where list_id = l.id) as bytes,
        (select string_agg(after->>'step', ' ' order by id) from audit_log
          where object_type = 'allocation_list' and object_id = l.id::text) as steps
      from allocation_lists as l
    ), owed as (select count(*) as wallets, sum(tokens) as tokens from manual_transactions)
    select count(*) filter (where state = 'ready') as ready,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where not coalesce(case state
        when 'ready' then own_rows = owed.wallets and own_tokens = owed.tokens
          and kept.wallets = owed.wallets and kept.tokens = owed.tokens and root is not null
          and bytes = 32 * (2 * own_rows - 1) + 4 * own_rows and steps = 'started done'
        when 'failed' then own_rows = 0 and bytes = 0 and root is null and failure = ${STOPPED}
          and steps = 'started failed'
      end, false)) as wrong
    from kept cross join owed`.execute(db)
  return rows[0] ?? { ready: 0, failed: 0, wrong: NaN }
}

describe.each(['the embedded database', 'PostgreSQL'])('on %s', (name) => {
  const isEmbedded = name !== 'PostgreSQL'

  test.runIf(isEmbedded || whyNoPostgres() === null)(
    `kill -9 of the server while it builds lists, ${KILLS} times: each is gone or whole`,
    async () => {
      if (!isEmbedded) cluster = await startCluster()
      await inDatabase(fill)
      let interrupted = 0
      for (let round = 0; round < KILLS; round += 1) {
        const { running, caller } = await start()
        const id = await freeze(caller)
        // At once, at any page, or while the tree is made and stored.
        const list = await builtTo(caller, id, random.whole(0, 12) * (WALLETS / 10))
        await running.kill()
        if (list.state === 'building') interrupted += 1
        if (!isEmbedded) await inDatabase(endClaims)
      }
      const { running, caller } = await start()
      const last = await builtTo(caller, await freeze(caller), Infinity)
      expect(last).toMatchObject({ state: 'ready', number: KILLS + 1, wallets: WALLETS })
      expect(await running.stop()).toBe(0)
      const { ready, failed, wrong } = await inDatabase(checkLists)
      expect({ wrong, all: ready + failed }).toEqual({ wrong: 0, all: KILLS + 1 })
      // A list can be ready between the last look at it and the kill.
      expect(failed).toBeLessThanOrEqual(interrupted)
      expect(failed).toBeGreaterThan(0)

      const again = await start()
      await freeze(again.caller)
      await again.running.kill()
      if (!isEmbedded) await inDatabase(endClaims)
      const { running: next } = await start()
      expect(next.output()).toContain(`Allocation list ${KILLS + 2} of AURA: ${STOPPED}`)
    },
  )
})
