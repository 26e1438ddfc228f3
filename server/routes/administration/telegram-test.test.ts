import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTelegramTest } from '#server/outbound/telegram-test.ts'
import { openTelegram } from '#server/outbound/telegram.ts'
import { openStandIn, type Reply, type StandIn } from '#tests/support/screens/stand-in.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'

const TOKEN = '123456:very-secret-token'

let t: TestApp
/** Has the database. */
let base: TestApp
let service: StandIn
beforeAll(async () => {
  service = await openStandIn()
  base = await openTestApp()
  const { db, clock } = base
  const chat = openTelegram({ token: TOKEN, url: service.url })
  t = await openTestApp({ db, clock, telegram: openTelegramTest({ db, chat }) })
  await addProject(t.db, { id: 'A<B', telegram_channel_id: '-1001984427710' })
  await addProject(t.db, { id: 'BARE' })
})
afterAll(async () => {
  await t.close()
  await base.close()
  await service.close()
})
afterEach(() => {
  service.accepted.length = 0
})

const run = async (project = 'A<B', app = t) =>
  app.call('POST', `/projects/${encodeURIComponent(project)}/telegram/test`, {
    as: await app.signIn('client', [project]),
  })

test('a test sends the message of the project with example values, and says that it is a test', async () => {
  await addProject(t.db, {
    id: 'OWN',
    telegram_channel_id: '@own',
    telegram_message_text:
      '<b>{tokens_bought} {project_id}</b> by {wallet_address} for {payment_usd_amount}, {project_ticker} {website_url}{buy_url} {nothing}',
    project_ticker: 'O&N',
    website_url: 'https://own.example',
  })
  expect((await run('OWN')).body).toEqual({ message: 'Sent to @own' })
  expect(service.accepted).toHaveLength(1)
  expect(service.accepted[0]?.body.replaceAll('\r\n', '\n')).toContain(
    'Test from Saleroom with example values:\n\n<b>377,500.00 OWN</b> by 0xd204a6e1…37b8 for 9,060.00, O&amp;N https://own.example {nothing}',
  )
})

test('without a message of the project, a test sends one that names it', async () => {
  const { status, body } = await run()
  expect([status, body]).toEqual([200, { message: 'Sent to -1001984427710' }])
  const [message, ...others] = service.accepted
  expect(others).toEqual([])
  expect(message?.path).toBe(`/bot${TOKEN}/sendMessage`)
  expect(message?.body).toContain('Test from Saleroom: notices of A&lt;B are sent to this channel.')
  expect(message?.body).toContain('-1001984427710')
})

test.each<[Reply, string]>([
  [
    { status: 400, body: { ok: false, description: 'Bad Request: chat not found' } },
    'Bad Request: chat not found',
  ],
  [{ status: 401, body: { ok: false, description: TOKEN } }, 'The server has no valid bot token'],
  [
    { status: 429, body: { ok: false, parameters: { retry_after: 31 } } },
    'Too many messages. Try again in 31 s',
  ],
  [{ status: 502 }, 'Unexpected answer with status 502'],
])('of the answer %j the reason is shown', async (reply, reason) => {
  service.behave(() => reply)
  const { status, body } = await run()
  expect([status, body.message]).toEqual([400, `Telegram test failed for A<B: ${reason}`])
  service.behave(() => ({ status: 200, body: { ok: true, result: {} } }))
})

test('a project without a channel, and a server without a bot, are clear errors', async () => {
  expect((await run('BARE')).body.message).toBe(
    'Telegram test failed for BARE: No channel id is set',
  )
  const bare = await openTestApp({
    db: t.db,
    clock: t.clock,
    telegram: openTelegramTest({ db: t.db, chat: null }),
  })
  expect((await run('A<B', bare)).body.message).toContain('TELEGRAM_BOT_TOKEN is not set')
  await bare.app.close()
})
