import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerPasswordRequests } from '#server/alerts/password-links.ts'
import { insertPasswordRequest } from '#server/db/accounts/password-requests.ts'
import { openPostgres, type OpenDatabase } from '#server/db/engine/open.ts'
import { claimAlertMessages, type ClaimedMessage } from '#server/db/messages/alert-messages.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { addUser } from './support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from './support/server/postgres.ts'

const PROCESSES = 4
const ROUNDS = 25
const RECEIVERS = 6
const EVENTS = 5
const NOW = new Date('2026-11-20T12:00:00.000Z')

describe.runIf(whyNoPostgres() === null)('processes that claim at the same time', () => {
  let cluster: Cluster
  let processes: OpenDatabase[]
  let userId: number

  beforeAll(async () => {
    cluster = await startCluster({ settings: ['fsync=off'] })
    processes = Array.from({ length: PROCESSES }, () => openPostgres(cluster.url))
    await migrate(database())
    userId = (await addUser(database())).id
  })
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.close()))
    cluster?.remove()
  })

  function database() {
    const [first] = processes
    if (!first) throw new Error('There is no process')
    return first.db
  }

  /** Messages of several devices about the same events, all due. */
  async function addMessages(round: number) {
    await database().deleteFrom('alert_events').execute()
    const event = (n: number) => ({
      rule_id: crypto.randomUUID(),
      user_id: userId,
      kind: 'new_device' as const,
      project_id: null,
      key: `${round} ${n}`,
      at: NOW,
      data: '{}',
      is_addressed: true,
      created_at: NOW,
    })
    const events = await database()
      .insertInto('alert_events')
      .values(Array.from({ length: EVENTS }, (_, n) => event(n)))
      .returning('id')
      .execute()
    const messages = events.flatMap(({ id }) =>
      Array.from({ length: RECEIVERS }, (_, device) => ({
        event_id: id,
        user_id: userId,
        channel: 'push' as const,
        device_id: device,
        device_name: `Device ${device}`,
        next_attempt_at: NOW,
        created_at: NOW,
        updated_at: NOW,
      })),
    )
    await database().insertInto('alert_messages').values(messages).execute()
  }

  test('no message is claimed twice, and no receiver by two of them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await addMessages(round)
      const claims: ClaimedMessage[][] = []
      const claimAll = async ({ db }: OpenDatabase) => {
        for (;;) {
          const claimed = await claimAlertMessages(db, NOW)
          if (claimed.length === 0) return
          claims.push(claimed)
        }
      }
      await Promise.all([...processes, ...processes].map(claimAll))
      const receivers = claims.map((claim) => claim[0]?.device_id)
      expect(receivers).toHaveLength(RECEIVERS)
      expect(new Set(receivers).size).toBe(RECEIVERS)
      for (const claim of claims) {
        expect(claim).toHaveLength(EVENTS)
        expect(claim.every(({ attempts }) => attempts === 1)).toBe(true)
      }
    }
  })

  test('each request for a new password is answered once, and each person has one link', async () => {
    await database().deleteFrom('alert_events').execute()
    const people = await Promise.all(Array.from({ length: 8 }, () => addUser(database())))
    for (const { email } of [...people, ...people])
      await insertPasswordRequest(database(), {
        email,
        ip: '192.0.2.1',
        request_id: null,
        created_at: NOW,
      })
    const parts = { clock: { now: () => NOW }, secret: randomBytes(32) }
    await Promise.all(
      [...processes, ...processes].map(({ db }) => answerPasswordRequests({ ...parts, db })),
    )
    const events = await database().selectFrom('alert_events').select('user_id').execute()
    expect(events).toHaveLength(2 * people.length)
    const links = await database().selectFrom('verification_tokens').select('user_id').execute()
    expect(links).toHaveLength(people.length)
    expect(new Set(links.map((link) => link.user_id))).toEqual(new Set(people.map(({ id }) => id)))
    expect(await database().selectFrom('password_requests').select('id').execute()).toEqual([])
  })
})
