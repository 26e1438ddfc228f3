import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEvents } from '#server/commands/event-sender.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { chance } from '#server/demo/random.ts'
import type { IngestEvent } from '#src/wire/ingest.ts'
import { ALERT_SETTINGS, someRule } from '#tests/support/calls/alerts.ts'
import { openPushService, type PushService } from '#tests/support/calls/push-service.ts'
import { openSmtp, type TestSmtp } from '#tests/support/calls/smtp.ts'
import {
  signInAt,
  startApi,
  type ApiProcess,
  inDatabaseOf,
} from '#tests/support/server/api-process.ts'
import { addIngestKey, addProject, addUser, TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'
import { until } from '#tests/support/server/until.ts'

const KILLS = byExtent({ change: 2, long: 100 })
const EMAIL = 'operator@saleroom.example'
const random = chance('crash of the alerts')

let folder: string
let key: string
let service: PushService
let smtp: TestSmtp
let api: ApiProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-crash-alerts-'))
  service = await openPushService()
  smtp = await openSmtp('sale', 'room')
  await inDatabaseOf(folder, async (db) => {
    await migrate(db)
    await addUser(db, { email: EMAIL, role: 'admin' })
    await addProject(db, { id: 'AURA' })
    key = (await addIngestKey(db, 'AURA')).key
  })
})
afterAll(async () => {
  await api?.kill()
  await Promise.all([service.close(), smtp.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** The pages that the mails link to, one for each alert. */
const mailedPaths = () =>
  smtp.mails.flatMap((mail) => [...mail.matchAll(/\/transactions\/AURA\/\d+/g)].map(String))

/** Signs in, adds this browser as a device, and asks to hear of every purchase at once. */
async function setUp(url: string): Promise<void> {
  const caller = await signInAt(url, EMAIL, TEST_PASSWORD)
  const put = async (call: string, body: unknown) => {
    const { status } = await caller.put(call, body)
    expect(status).toBe(200)
  }
  await put('/push/devices', { ...service.subscribe(), name: 'Phone' })
  await put('/alerts', {
    version: 0,
    rules: [someRule({ threshold: '1' })],
    settings: { ...ALERT_SETTINGS, hide_amounts: 0, group: 0 },
  })
}

const purchase = (id: string): IngestEvent => ({
  id,
  kind: 'transaction',
  occurred_at: new Date().toISOString(),
  transaction_id: id,
  wallet_address: `0x${random.hex(40)}`,
  status: 'completed',
  created_at: new Date().toISOString(),
  payment_token_name: 'ETH',
  payment_token_amount: '1',
  payment_usd_amount: '100',
})

test(`kill -9 of the server while alerts are due, ${KILLS} times: none is lost`, async () => {
  const env = {
    SALEROOM_DATA: folder,
    SALEROOM_DEMO: '0',
    SALEROOM_SECRET: 'a secret of these tests, long enough',
    SALEROOM_PUSH_ORIGINS: service.origin,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'sales@saleroom.example',
  }
  let sent = 0
  for (let round = 0; round < KILLS; round++) {
    const running = await startApi(env)
    api = running
    if (round === 0) await setUp(running.url)
    const events = Array.from({ length: random.whole(1, 4) }, () => purchase(`p${(sent += 1)}`))
    await sendEvents({ url: running.url, projectId: 'AURA', key }, events)
    // Deliveries begin at most a second later.
    await pause(random.whole(0, 1500))
    await running.kill()
  }
  // As after the minute in which what a killed server had claimed becomes due again.
  await inDatabaseOf(folder, (db) =>
    db.updateTable('alert_messages').set({ claimed_until: null }).execute(),
  )
  api = await startApi(env)
  await until(() => {
    const all = new Set(service.messages.map(({ text }) => String(JSON.parse(text).path)))
    expect(all.size).toBe(sent)
    expect(new Set(mailedPaths()).size).toBe(sent)
  })
  expect(await api.stop()).toBe(0)

  const tags = service.messages.map(({ text }) => String(JSON.parse(text).tag))
  const ids = smtp.mails.map((mail) => /^Message-ID: (\S+)/im.exec(mail)?.[1] ?? '')
  const repeats = tags.length - new Set(tags).size
  const mailRepeats = ids.length - new Set(ids).size
  console.log(
    `${KILLS} kills, ${sent} alerts: ${tags.length} pushes with ${repeats} repeats, ${ids.length} mails with ${mailRepeats} repeats`,
  )
  expect(service.errors).toEqual([])
  // A kill repeats at most what was being sent.
  expect(repeats + mailRepeats).toBeLessThanOrEqual(2 * KILLS)
})
