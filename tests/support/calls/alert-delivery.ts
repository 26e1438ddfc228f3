import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { fillLanes } from '#server/alerts/delivery.ts'
import type { DeliveryDependencies } from '#server/alerts/sending.ts'
import { openPush } from '#server/outbound/push.ts'
import type { AlertSettings, Rule } from '#src/wire/alerts.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addIngestKey,
  addProject,
  someAddress,
  someProjectId,
} from '#tests/support/server/builders.ts'
import { ALERT_SETTINGS, someRule } from './alerts.ts'
import { openPushService, type PushService } from './push-service.ts'

// A person of one project, with a push service and a mailbox, and what sells there. Each test file has
// its own, and each test a new person and project.

export let t: TestApp
export let service: PushService
export let staff: SignedIn
export let project: string
let key: string
let isMailDown = false
/** Whether the mail server refuses connections. */
export const breakMail = (isDown: boolean) => {
  isMailDown = isDown
}
/** What the server logs. */
export const lines: string[] = []
/** Registers the hooks of a test file. */
export function setUpDelivery(): void {
  beforeAll(open)
  beforeEach(startTest)
  afterEach(endTest)
  afterAll(close)
}

async function open() {
  service = await openPushService()
  t = await openTestApp({
    config: { publicUrl: 'https://sales.example' },
    mailer: {
      delivers: true,
      send: async (mail) => {
        if (isMailDown) throw new Error('connection refused')
        t.mails.push(mail)
      },
    },
  })
  t.dependencies.push = openPush({
    db: t.db,
    clock: t.clock,
    secret: t.dependencies.config.secret,
    subject: 'https://sales.example',
    origins: [service.origin],
    log: (line) => void lines.push(line),
  })
}

async function close() {
  await t.close()
  await service.close()
}

async function startTest() {
  t.clock.set('2026-11-20T12:00:00.000Z')
  project = someProjectId()
  await addProject(t.db, { id: project })
  key = (await addIngestKey(t.db, project)).key
  staff = await t.signIn('client', [project])
}

async function endTest() {
  service.behave(() => ({ status: 201 }))
  service.messages.length = 0
  service.requested.length = 0
  t.mails.length = 0
  lines.length = 0
  isMailDown = false
  // What was wrong with a signature or the encryption.
  if (service.errors.length > 0) throw new Error(service.errors.join('\n'))
  // What is left would be sent by the next test.
  await t.db.deleteFrom('alert_events').execute()
}

export const parts = (): DeliveryDependencies => ({
  db: t.db,
  clock: t.clock,
  push: t.dependencies.push,
  mailer: t.dependencies.mailer,
  publicUrl: 'https://sales.example',
  secret: t.dependencies.config.secret,
  log: (line) => void lines.push(line),
})

/** Delivers until nothing is due. */
export async function deliver(
  replaced: Partial<DeliveryDependencies> = {},
  isStopped = () => false,
): Promise<void> {
  const used = { ...parts(), ...replaced }
  const lanes = new Set<Promise<void>>()
  while ((await fillLanes(used, lanes, isStopped)) > 0) await Promise.all(lanes)
}

export const minutes = (count: number) => t.clock.advance(count * 60_000)

export async function addDevice(name = 'Chrome on Android', as = staff): Promise<string> {
  const { status, body } = await t.call('PUT', '/push/devices', {
    as,
    body: { ...service.subscribe(), name },
  })
  expect(status).toBe(200)
  return body.id
}

/** Saves one rule about purchases over $5,000, and these settings. */
export async function watch(
  rule: Partial<Rule> = {},
  settings: Partial<AlertSettings> = {},
  as = staff,
) {
  const { body } = await t.call('GET', '/alerts', { as })
  const saved = await t.call('PUT', '/alerts', {
    as,
    body: {
      version: body.version,
      rules: [someRule(rule)],
      settings: { ...ALERT_SETTINGS, ...settings },
    },
  })
  expect(saved.status).toBe(200)
}

let last = 0
export async function buy(usd: string): Promise<void> {
  last += 1
  const event = {
    id: `e${last}`,
    kind: 'transaction',
    occurred_at: t.clock.now().toISOString(),
    transaction_id: `t${last}`,
    wallet_address: someAddress(),
    status: 'completed',
    created_at: t.clock.now().toISOString(),
    payment_token_name: 'ETH',
    payment_token_amount: '1.5',
    payment_usd_amount: usd,
    stage_name: 'Stage 5',
    country: 'DE',
  }
  const { body } = await t.call('POST', `/ingest/${project}/events`, {
    as: key,
    body: { events: [event] },
  })
  expect(body.results[0].outcome).toBe('taken')
}
export const pushed = () =>
  service.messages.map(({ text }) => {
    const { title, body, path, tag } = JSON.parse(text)
    return { title, body, path, tag }
  })
export const log = async (as = staff) => (await t.call('GET', '/alerts/log', { as })).body
export const states = async () =>
  (await log()).flatMap((alert: { deliveries: { channel: string; state: string }[] }) =>
    alert.deliveries.map(({ channel, state }) => `${channel} ${state}`),
  )
