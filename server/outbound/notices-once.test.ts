import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encrypt } from '#server/auth/secret.ts'
import { ingest } from '#server/db/ingest/ingest.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject, someAddress, someProjectId } from '#tests/support/server/builders.ts'

let t: TestApp
let project: string

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  project = someProjectId()
  await addProject(t.db, {
    id: project,
    telegram_notifications_enabled: true,
    telegram_channel_id: '-1001',
    telegram_message_text: 'A purchase',
    forward_leads_to_brevo: true,
    brevo_api_key_sealed: encrypt(t.dependencies.config.secret, 'xkeysib-key'),
    brevo_list_id: 7,
  })
})

const send = (...events: unknown[]) =>
  ingest(t.db, { projectId: project, events, now: t.clock.now() })

/** The number of the project's notices, of both kinds. */
async function countNotices() {
  const { n } = await t.db
    .selectFrom('notices')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow()
  return n
}

const at = (minute: number) => `2026-11-20T11:${String(minute).padStart(2, '0')}:00.000Z`
const wallet_address = someAddress()
const purchase = (id: string, minute: number, more = {}) => ({
  id,
  kind: 'transaction',
  occurred_at: at(minute),
  transaction_id: 't1',
  wallet_address,
  status: 'completed',
  created_at: at(0),
  payment_token_name: 'ETH',
  payment_token_amount: '3',
  payment_usd_amount: '9060',
  ...more,
})
const lead = (id: string, minute: number, more = {}) => ({
  id,
  kind: 'lead',
  occurred_at: at(minute),
  lead_id: 'l1',
  email: 'ann@example.org',
  ...more,
})

test('a purchase causes one notice when it completes, and none when its details change', async () => {
  await send(purchase('e1', 1, { status: 'pending' }))
  expect(await countNotices()).toBe(0)
  await send(purchase('e2', 2))
  expect(await countNotices()).toBe(1)
  await send(purchase('e3', 3, { stage_name: 'Stage 2' }))
  expect(await countNotices()).toBe(1)
  await send(purchase('e4', 3, { transaction_id: 't2' }), purchase('e5', 4))
  expect(await countNotices()).toBe(2)
})

test('events received while notices are off never cause a notice, even if their details change later', async () => {
  const turn = (isOn: boolean) =>
    t.db
      .updateTable('projects')
      .set({ telegram_notifications_enabled: isOn, forward_leads_to_brevo: isOn })
      .where('id', '=', project)
      .execute()
  await turn(false)
  await send(purchase('e1', 1), lead('e2', 1))
  await turn(true)
  await send(purchase('e3', 2, { stage_name: 'Stage 2' }), lead('e4', 2, { mobile: '+49 30' }))
  expect(await countNotices()).toBe(0)
})

test('a lead is forwarded once, and not again when its details change', async () => {
  await send(lead('e1', 1))
  expect(await countNotices()).toBe(1)
  await send(lead('e2', 2, { mobile: '+49 30 123456' }))
  expect(await countNotices()).toBe(1)
  await send(lead('e3', 3, { lead_id: 'l2' }), lead('e4', 4))
  expect(await countNotices()).toBe(2)
})
