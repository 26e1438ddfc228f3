import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrations/migrate.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { chance } from '#server/demo/random.ts'
import {
  signInAt,
  startApi,
  type ApiProcess,
  type Caller,
  inDatabaseOf,
} from '#tests/support/server/api-process.ts'
import {
  addBonusTransaction,
  addManualTransaction,
  addProject,
  addTransaction,
  addUser,
  addWallet,
  TEST_PASSWORD,
} from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const KILLS = byExtent({ change: 10, long: 100 })
const RECORDS = 40
const SENDERS = 4
const EMAIL = 'operator@saleroom.example'
const WALLET = '0x00000000000000000000000000000000000000d1'
const OWN = { project_id: 'AURA', wallet_address: WALLET }

const random = chance('crash of corrections')
let folder: string
let api: ApiProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-crash-corrections-'))
  await inDatabaseOf(folder, async (db) => {
    await migrate(db)
    await addUser(db, { email: EMAIL, role: 'admin' })
    await addUser(db, { role: 'admin' })
    await addProject(db, { id: 'AURA' })
    await addWallet(db, OWN)
    for (let n = 0; n < RECORDS; n += 1) {
      const { id } = await addTransaction(db, OWN)
      await addBonusTransaction(db, { ...OWN, transaction_id: id })
      await addManualTransaction(db, OWN)
    }
  })
})
afterAll(async () => {
  await api?.kill()
  rmSync(folder, { recursive: true, force: true })
})

interface Sent {
  path: string
  key: string
  isAnswered: boolean
}

/** A correction of some record. Most find something to do. */
function someCorrection(n: number): Sent {
  const id = random.whole(1, RECORDS)
  const paths = [
    `/transactions/AURA/${id}/void`,
    `/transactions/AURA/${id}/restore`,
    `/manual-transactions/AURA/${id}/reverse`,
  ]
  return { path: random.pick(paths), key: `crash-${n}-${random.hex(8)}`, isAnswered: false }
}

async function send(caller: Caller, correction: Sent): Promise<void> {
  const { status, body } = await caller.post(
    correction.path,
    { reason: 'a crash test' },
    { 'idempotency-key': correction.key },
  )
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  correction.isAnswered = true
}

/** Signs in and proves who it is. */
async function confirmedAt(url: string): Promise<Caller> {
  const caller = await signInAt(url, EMAIL, TEST_PASSWORD)
  const refused = await caller.post('/transactions/AURA/1/restore', { reason: 'a crash test' })
  // The contract's refusal of a call that needs a proof.
  const { step_up: stepUp } = refused.body as { step_up: { challenge: string } }
  const proof = { kind: 'password', password: TEST_PASSWORD, challenge: stepUp.challenge }
  const { status } = await caller.post('/auth/step-up', proof)
  if (status !== 204) throw new Error(`The proof answered ${status}`)
  return caller
}

test(`kill -9 of the server during corrections, ${KILLS} times: none is half done`, async () => {
  const sent: Sent[] = []
  const env = {
    SALEROOM_DATA: folder,
    SALEROOM_DEMO: '0',
    SALEROOM_SECRET: 'a secret of these tests, long enough',
  }
  for (let round = 0; round <= KILLS; round += 1) {
    const running = await startApi(env)
    api = running
    const caller = await confirmedAt(running.url)
    for (const correction of sent.filter(({ isAnswered }) => !isAnswered))
      await send(caller, correction)
    if (round === KILLS) break
    const sender = async () => {
      for (;;) {
        const correction = someCorrection(sent.length)
        sent.push(correction)
        try {
          await send(caller, correction)
        } catch (error) {
          // The killed server closes its connections. Any other error is a failure.
          if (!(error instanceof TypeError)) throw error
          return
        }
      }
    }
    const answered = () => sent.filter(({ isAnswered }) => isAnswered).length
    const target = answered() + random.whole(3, 25)
    const senders = Array.from({ length: SENDERS }, sender)
    while (answered() < target) await pause(2)
    await running.kill()
    await Promise.all(senders)
  }
  expect(await api?.stop()).toBe(0)

  await inDatabaseOf(folder, async (db) => {
    expect(await checkProject(db, 'AURA')).toEqual([])
    const { rows } = await sql<{ voided: number; reversed: number; news: number; made: number }>`
      with made as (
        select object_id, action from audit_log where project_id = 'AURA' and action in
          ('transaction.void', 'transaction.restore', 'manual_transaction.reverse')
      )
      select (select count(*)::integer from transactions as t
          where (t.voided_at is not null)::integer <> (
            select count(*) filter (where action = 'transaction.void')
              - count(*) filter (where action = 'transaction.restore')
            from made where object_id = t.id::text)) as voided,
        (select count(*)::integer from manual_transactions as m
          where (select count(*) from credit_reversals where credit_id = m.id) <> (
            select count(*) from made
            where object_id = m.id::text and action = 'manual_transaction.reverse')) as reversed,
        (select count(*)::integer from alert_events where kind = 'corrected') as news,
        (select count(*)::integer from made) as made`.execute(db)
    const [found] = rows
    expect(found?.made).toBeGreaterThan(KILLS)
    // Each change has one entry in the audit log and one message to the other admin.
    expect(found).toEqual({ voided: 0, reversed: 0, news: found?.made, made: found?.made })
  })
})
