import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readChanges, readPosition } from '#server/db/engine/changes.ts'
import type { Listen } from '#server/db/engine/notifications.ts'
import { openPostgres, type Db, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import {
  startChangeSource,
  type ChangeSource,
  type SourceParts,
} from '#server/live/change-source.ts'
import { LIVE_LIMITS, type LiveLimits } from '#server/live/limits.ts'
import { listen as openStream } from './support/calls/live.ts'
import { signInAt, startApi } from './support/server/api-process.ts'
import { addLead, addProject, addUser, TEST_PASSWORD } from './support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from './support/server/postgres.ts'
import { until } from './support/server/until.ts'

const NEVER = 3_600_000
/** Changes arrive by notification only. */
const DEAF_POLLS = { poll: NEVER, safetyPoll: NEVER, readGap: 5, listenAgain: 10 }
const EMAIL = 'operator@saleroom.example'

describe.runIf(whyNoPostgres() === null)('live changes on PostgreSQL', () => {
  let primary: Cluster
  let replica: Cluster
  let database: OpenDatabase
  let reader: OpenDatabase
  let db: Db
  const sources: ChangeSource[] = []

  beforeAll(async () => {
    primary = await startCluster({ settings: ['fsync=off'] })
    database = openPostgres(primary.url)
    db = database.db
    await migrate(db)
    await addUser(db, { email: EMAIL, role: 'admin' })
    for (const id of ['AURA', 'HELIX', 'ORION']) await addProject(db, { id })
    replica = await primary.addReplica()
    reader = openPostgres(replica.url)
  })
  afterEach(async () => {
    for (const source of sources.splice(0)) await source.stop()
  })
  afterAll(async () => {
    await reader?.close()
    await database?.close()
    primary?.remove()
  })

  /** A source of its own. @returns the projects that it publishes, and its messages */
  async function start(limits: Partial<LiveLimits>, parts: Partial<SourceParts> = {}) {
    const published: string[] = []
    const messages: string[] = []
    const source = startChangeSource(
      {
        db,
        listen: database.listen,
        limits: { ...LIVE_LIMITS, ...limits },
        log: (message) => void messages.push(message),
        ...parts,
      },
      (changes) => void published.push(...changes.map(({ projectId }) => projectId)),
    )
    sources.push(source)
    await source.ready
    return { published, messages }
  }

  const write = (project_id: string) => addLead(db, { project_id })

  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where application_name = 'saleroom live'`.execute(db)
    return rows.map(({ pid }) => pid)
  }

  /** Waits until notifications arrive: the connection opens at the same time as the source. */
  const proveListen = ({ published }: { published: string[] }) =>
    until(async () => {
      await write('ORION')
      expect(published).toContain('ORION')
    })

  test('a transaction that commits late is read after one that began later', async () => {
    const early = await db.startTransaction().execute()
    await addLead(early, { project_id: 'AURA' })
    let position = await readPosition(db)
    await write('HELIX')
    const projects = async () => {
      const read = await readChanges(db, position)
      position = read.position
      return read.changes.map(({ projectId }) => projectId)
    }
    expect(await projects()).toEqual(['HELIX'])
    await early.commit().execute()
    expect(await projects()).toEqual(['AURA'])
    expect(await projects()).toEqual([])
  })

  test('transactions that write the same project do not wait for each other', async () => {
    const open = await db.startTransaction().execute()
    await addLead(open, { project_id: 'AURA' })
    const position = await readPosition(db)
    await write('AURA')
    const { changes } = await readChanges(db, position)
    expect(changes).toMatchObject([{ projectId: 'AURA', kind: 'leads' }])
    await open.rollback().execute()
  })

  test('all processes are notified', async () => {
    const [one, other] = [await start(DEAF_POLLS), await start(DEAF_POLLS)]
    await proveListen(one)
    await proveListen(other)
    await write('AURA')
    for (const { published } of [one, other]) await until(() => expect(published).toContain('AURA'))
  })

  test('changes are polled while the connection of LISTEN is lost, and notified again later', async () => {
    const polled = { ...DEAF_POLLS, poll: 20, listenAgain: NEVER, longestListenAgain: NEVER }
    const stays = await start(polled)
    const returns = await start(DEAF_POLLS)
    for (const one of [stays, returns]) await proveListen(one)
    for (const pid of await listeners())
      await sql`select pg_terminate_backend(${pid}::int)`.execute(db)
    for (const { messages } of [stays, returns])
      await until(() =>
        expect(messages).toEqual([expect.stringContaining('LISTEN connection is lost')]),
      )
    await write('AURA')
    await until(() => expect(stays.published).toContain('AURA'))
    // This one does not poll.
    returns.published.length = 0
    await proveListen(returns)
    expect(await listeners()).toHaveLength(1)
  })

  test('a connection that delivers nothing is noticed, and changes are polled', async () => {
    let opened = 0
    let ended = 0
    // As a pooler in transaction mode: LISTEN succeeds, but only its first notification arrives.
    const mute: Listen = async (channel, events) => {
      opened += 1
      let isMute = opened > 1
      const listening = await database.listen(channel, {
        ...events,
        onNotify() {
          if (!isMute) events.onNotify()
          isMute = true
        },
      })
      return {
        end: () => {
          ended += 1
          return listening.end()
        },
      }
    }
    const source = await start({ ...DEAF_POLLS, poll: 20, safetyPoll: 50 }, { listen: mute })
    await proveListen(source)
    await until(async () => {
      await write('AURA')
      expect([opened, ended]).toEqual([2, 1])
    })
    await write('HELIX')
    await until(() => expect(source.published).toContain('HELIX'))
  })

  test('a database that cannot be listened to is polled', async () => {
    const listen: Listen = () => Promise.reject(new Error('refused'))
    const source = await start({ poll: 20, listenAgain: 5 }, { listen })
    await write('AURA')
    await until(() => expect(source.published).toEqual(['AURA']))
    expect(source.messages).toEqual(["Live: can't LISTEN (refused)"])
  })

  test('with a replica, a change is published once the replica has it', async () => {
    const source = await start({ replicaPoll: 5, poll: 20 }, { readDb: reader.db })
    const without = await start({ poll: 20 })
    await write('AURA')
    await until(() => expect(source.published).toContain('AURA'))
    const isReplayed = async () =>
      (
        await reader.db
          .selectFrom('leads')
          .select('id')
          .where('email', '=', 'late@lead.example')
          .execute()
      ).length > 0
    await sql`select pg_wal_replay_pause()`.execute(reader.db)
    await addLead(db, { project_id: 'HELIX', email: 'late@lead.example' })
    await until(() => expect(without.published).toContain('HELIX'))
    expect([await isReplayed(), source.published.includes('HELIX')]).toEqual([false, false])
    await sql`select pg_wal_replay_resume()`.execute(reader.db)
    await until(() => expect(source.published).toContain('HELIX'))
    expect(await isReplayed()).toBe(true)
  })

  test('a replica that stays behind delays no change for longer than its limit', async () => {
    const source = await start({ replicaPoll: 5, poll: 20, replicaWait: 50 }, { readDb: reader.db })
    await sql`select pg_wal_replay_pause()`.execute(reader.db)
    await write('AURA')
    await until(() => expect(source.published).toEqual(['AURA']))
    await sql`select pg_wal_replay_resume()`.execute(reader.db)
  })

  test('a write of one process reaches the streams of another, which ends them when it stops', async () => {
    const env = {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      DATABASE_LISTEN_URL: primary.url,
      SALEROOM_SECRET: 'a secret of these tests, long enough',
    }
    const [one, other] = await Promise.all([startApi(env), startApi(env)])
    const caller = await signInAt(one.url, EMAIL, TEST_PASSWORD)
    const stream = await openStream(other.url, caller, ['AURA'])
    const code = { project_id: 'AURA', percentage: 5, tokens_come_from_stage_tokens: 0 }
    const made = await caller.post('/bonus-codes', { ...code, code: 'LIVE' })
    expect(made.status).toBe(201)
    await until(() =>
      expect(stream.changes).toMatchObject([{ project_id: 'AURA', kinds: ['bonus_codes'] }]),
    )
    expect(await other.stop()).toBe(0)
    expect(await stream.ended).toBe('ended')
    await one.stop()
  })
})
