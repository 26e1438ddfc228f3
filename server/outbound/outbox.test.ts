import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { encrypt } from '#server/auth/secret.ts'
import { ingest } from '#server/db/ingest/ingest.ts'
import { picture } from '#tests/support/calls/media.ts'
import { openStandIn, type Reply, type StandIn } from '#tests/support/screens/stand-in.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject, someAddress, someProjectId } from '#tests/support/server/builders.ts'
import { openMailingList } from './lead-forwarding.ts'
import { startOutbox, drainOutbox, type OutboxDependencies } from './outbox.ts'
import { retryDelay } from './outcome.ts'
import { openTelegram } from './telegram.ts'

const TOKEN = '123456:very-secret-token'
const API_KEY = 'xkeysib-very-secret-key'

let t: TestApp
let chat: StandIn
let list: StandIn
let parts: OutboxDependencies
let project: string
const log: string[] = []

beforeAll(async () => {
  t = await openTestApp()
  chat = await openStandIn()
  list = await openStandIn()
  parts = {
    db: t.db,
    clock: t.clock,
    secret: t.dependencies.config.secret,
    chat: openTelegram({ token: TOKEN, url: chat.url }),
    list: openMailingList({ url: list.url }),
    log: (line) => log.push(line),
  }
})
afterAll(async () => {
  await Promise.all([t.close(), chat.close(), list.close()])
})

const HOUR_MS = 3_600_000
const refusal = (description: string): Reply => ({
  status: 400,
  body: { ok: false, error_code: 400, description },
})

/** The timeouts of the calls so far. They expire only when a test triggers them. */
const timeLimits: { ms: number; controller: AbortController }[] = []
/** Does not respond until the latest call times out. */
function hangTooLong(): Reply {
  timeLimits.at(-1)?.controller.abort()
  return 'hang'
}

beforeEach(async () => {
  timeLimits.length = 0
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    timeLimits.push({ ms, controller })
    return controller.signal
  })
  chat.received.length = chat.accepted.length = list.received.length = list.accepted.length = 0
  chat.behave(() => ({ status: 200, body: { ok: true, result: {} } }))
  list.behave(() => ({ status: 201, body: { id: 1 } }))
  project = someProjectId()
  await addProject(t.db, {
    id: project,
    telegram_notifications_enabled: true,
    telegram_channel_id: '-1001',
    telegram_message_text: '<b>{payment_usd_amount}</b> by {wallet_address} in {stage_name}',
    forward_leads_to_brevo: true,
    brevo_api_key_sealed: encrypt(t.dependencies.config.secret, API_KEY),
    brevo_list_id: 7,
  })
})

let serial = 0
async function buy(stage_name = 'Stage 1', more = {}) {
  serial += 1
  const event = {
    id: `e${serial}`,
    kind: 'transaction',
    occurred_at: new Date(t.clock.now().getTime() - 60_000 + serial).toISOString(),
    transaction_id: `t${serial}`,
    wallet_address: someAddress(),
    status: 'completed',
    created_at: '2026-11-02T09:00:00.000Z',
    payment_token_name: 'ETH',
    payment_token_amount: '3',
    payment_usd_amount: '9060',
    tokens_bought: '377500',
    stage_name,
    ...more,
  }
  await ingest(t.db, { projectId: project, events: [event], now: t.clock.now() })
  return event
}

async function signUp(more = {}) {
  serial += 1
  const lead = {
    id: `l${serial}`,
    kind: 'lead',
    occurred_at: t.clock.now().toISOString(),
    lead_id: `l${serial}`,
    email: `lead${serial}@example.org`,
    ...more,
  }
  await ingest(t.db, { projectId: project, events: [lead], now: t.clock.now() })
  return lead
}

async function addMedia(bytes: Buffer) {
  const { id } = await t.db
    .insertInto('media')
    .values({
      project_id: project,
      content_type: 'image/png',
      size_bytes: bytes.length,
      sha256: '00',
      created_at: t.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db.insertInto('media_chunks').values({ media_id: id, position: 0, bytes }).execute()
  await t.db
    .updateTable('projects')
    .set({ telegram_media_id: id })
    .where('id', '=', project)
    .execute()
}

const field = (body: string, name: string) =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(body)?.[1]
const texts = (requests: readonly { body: string }[]) =>
  requests.map(({ body }) => field(body, 'text'))
const failed = async () => {
  const staff = await t.signIn('user', [project])
  return (await t.call('GET', `/notices?projects=${project}`, { as: staff })).body
}

describe('a chat notice', () => {
  it('contains the purchase, escaped for the chat, and is sent once', async () => {
    const event = await buy('<Stage> & "co"')
    await ingest(t.db, { projectId: project, events: [event], now: t.clock.now() })
    await buy('later', { status: 'pending' })
    await drainOutbox(parts)
    await drainOutbox(parts)
    expect(texts(chat.accepted)).toEqual([
      `<b>9,060.00</b> by ${event.wallet_address} in &lt;Stage&gt; &amp; &quot;co&quot;`,
    ])
    expect(chat.accepted[0]?.path).toBe(`/bot${TOKEN}/sendMessage`)
    expect(field(chat.accepted[0]?.body ?? '', 'chat_id')).toBe('-1001')
    expect(field(chat.accepted[0]?.body ?? '', 'parse_mode')).toBe('HTML')
  })

  it('is sent as plain text when the chat refuses its markup', async () => {
    chat.behave(({ body }) =>
      field(body, 'parse_mode') === 'HTML'
        ? refusal("Bad Request: can't parse entities")
        : { status: 200, body: { ok: true, result: {} } },
    )
    const event = await buy('A < B')
    await drainOutbox(parts)
    expect(texts(chat.accepted)).toEqual([`9,060.00 by ${event.wallet_address} in A < B`])
  })

  it('is sent only if the settings enable it, and not about a purchase that was voided', async () => {
    const voided = { voided_at: t.clock.now(), void_reason: 'a mistake' }
    const { transaction_id: id } = await buy()
    await t.db.updateTable('transactions').set(voided).where('source_id', '=', id).execute()
    const off = someProjectId()
    await addProject(t.db, { id: off, telegram_channel_id: '-1', telegram_message_text: 'x' })
    project = off
    await buy()
    await signUp()
    await drainOutbox(parts)
    expect([...chat.received, ...list.received]).toEqual([])
  })

  it('waits as long as the chat requests, keeps its order, and is sent once', async () => {
    chat.behave(() => ({ status: 429, body: { ok: false, parameters: { retry_after: 20 } } }))
    await buy('first')
    await buy('second')
    await drainOutbox(parts)
    expect(chat.received.length).toBe(1)
    t.clock.advance(19_000)
    await drainOutbox(parts)
    expect(chat.received.length).toBe(1)
    chat.behave(() => ({ status: 200, body: { ok: true, result: {} } }))
    t.clock.advance(2000)
    await drainOutbox(parts)
    expect(texts(chat.accepted).map((text) => text?.split(' in ')[1])).toEqual(['first', 'second'])
  })

  it('survives an hour without the chat', async () => {
    chat.behave(() => ({ status: 502 }))
    for (const stage of ['one', 'two', 'three']) await buy(stage)
    for (let passed = 0; passed < HOUR_MS; passed += 60_000) {
      await drainOutbox(parts)
      t.clock.advance(60_000)
    }
    expect(chat.accepted).toEqual([])
    chat.behave(() => ({ status: 200, body: { ok: true, result: {} } }))
    t.clock.advance(HOUR_MS / 4)
    await drainOutbox(parts)
    await drainOutbox(parts)
    expect(texts(chat.accepted).map((text) => text?.split(' in ')[1])).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  it('is retried after the chat does not respond', async () => {
    chat.behave(hangTooLong)
    await buy('patient')
    await drainOutbox(parts)
    expect(timeLimits.at(-1)?.ms).toBe(10_000)
    chat.behave(() => ({ status: 200, body: { ok: true, result: {} } }))
    t.clock.advance(retryDelay(1))
    await drainOutbox(parts)
    expect(chat.accepted.length).toBe(1)
  })

  it('that is refused shows staff the reason, and they can retry it', async () => {
    chat.behave(() => refusal(`Bad Request: chat not found (${TOKEN})`))
    await buy('lost')
    await buy('after it')
    await drainOutbox(parts)
    const [, notice] = await failed()
    expect(notice).toMatchObject({
      kind: 'chat',
      state: 'failed',
      reason: 'Bad Request: chat not found ([redacted])',
    })
    const stranger = await t.signIn('user', [])
    const marketing = await t.signIn('marketing', [project])
    const retry = `/notices/${notice.id}/retry`
    expect((await t.call('POST', retry, { as: stranger })).status).toBe(404)
    expect((await t.call('POST', retry, { as: marketing })).status).toBe(404)
    const seen = await t.call('GET', `/notices?projects=${project}`, { as: marketing })
    expect(seen.body).toEqual([])
    chat.behave(() => ({ status: 200, body: { ok: true, result: {} } }))
    const staff = await t.signIn('client', [project])
    expect((await t.call('POST', retry, { as: staff })).body.state).toBe('waiting')
    await drainOutbox(parts)
    expect(chat.accepted.length).toBe(1)
    expect((await t.call('POST', retry, { as: staff })).body.state).toBe('sent')
    expect(await failed()).toHaveLength(1)
  })

  it('includes the media of the project, and its text is still sent when the chat refuses the media', async () => {
    await addMedia(await picture('png', 32, 10))
    await buy('seen')
    await drainOutbox(parts)
    expect(chat.accepted[0]?.path).toBe(`/bot${TOKEN}/sendPhoto`)
    expect(field(chat.accepted[0]?.body ?? '', 'caption')).toContain('in seen')
    expect(chat.accepted[0]?.body).toContain('PNG')
    chat.behave(({ path }) =>
      path.endsWith('sendPhoto')
        ? refusal('Bad Request: PHOTO_INVALID_DIMENSIONS')
        : { status: 200, body: { ok: true, result: {} } },
    )
    await buy('unseen')
    await drainOutbox(parts)
    expect(texts(chat.accepted.slice(1)).map((text) => text?.split(' in ')[1])).toEqual(['unseen'])
  })

  it('reports a missing bot', async () => {
    await buy()
    await drainOutbox({ ...parts, chat: null })
    expect((await failed())[0].reason).toMatch(/TELEGRAM_BOT_TOKEN/)
  })
})

describe('a lead', () => {
  it('is added to the list with its key, and a repeat changes nothing', async () => {
    const lead = await signUp({ mobile: '+49 (170) 1234567' })
    await drainOutbox(parts)
    expect(list.accepted.map(({ body }) => JSON.parse(body))).toEqual([
      {
        email: lead.email,
        updateEnabled: true,
        listIds: [7],
        attributes: { SMS: '+491701234567' },
      },
    ])
    expect(list.accepted[0]?.headers['api-key']).toBe(API_KEY)
    await ingest(t.db, {
      projectId: project,
      events: [{ ...lead, id: `${lead.id}-again`, is_email_verified: 1 }],
      now: t.clock.now(),
    })
    await drainOutbox(parts)
    expect(list.received.length).toBe(1)
  })

  it('is added without its phone number when that is refused', async () => {
    list.behave(({ body }) =>
      body.includes('SMS')
        ? { status: 400, body: { code: 'invalid_parameter', message: 'Invalid phone number' } }
        : { status: 204 },
    )
    await signUp({ mobile: '+4917012345678' })
    await drainOutbox(parts)
    expect(list.accepted.length).toBe(1)
  })

  it('with a refused key waits for staff, and no output contains the key', async () => {
    list.behave(() => ({ status: 401, body: { message: `Key ${API_KEY} not found` } }))
    await signUp()
    await drainOutbox(parts)
    expect((await failed())[0]).toMatchObject({ kind: 'lead', reason: 'Key [redacted] not found' })
  })

  it('whose key was encrypted with another secret waits for staff', async () => {
    await signUp()
    await drainOutbox({ ...parts, secret: randomBytes(32) })
    expect((await failed())[0].reason).toBe('The API key has to be set again')
    expect(list.received).toEqual([])
  })

  it('survives a list that does not respond and an hour without it, in order and without repeats', async () => {
    const emails: string[] = []
    for (let n = 0; n < 3; n += 1) emails.push((await signUp()).email)
    list.behave(hangTooLong)
    await drainOutbox(parts)
    expect(timeLimits.at(-1)?.ms).toBe(10_000)
    list.behave(() => ({ status: 503 }))
    for (let passed = 0; passed < HOUR_MS; passed += 60_000) {
      t.clock.advance(60_000)
      await drainOutbox(parts)
    }
    expect(list.accepted).toEqual([])
    expect(await failed()).toEqual([])
    list.behave(() => ({ status: 201, body: { id: 1 } }))
    t.clock.advance(HOUR_MS / 4)
    await drainOutbox(parts)
    await drainOutbox(parts)
    expect(list.accepted.map(({ body }) => JSON.parse(body).email)).toEqual(emails)
  })

  it('waits at least a second, even if the service requests no delay', async () => {
    list.behave(() => ({ status: 429, headers: { 'retry-after': '0' } }))
    await signUp()
    await drainOutbox(parts)
    await drainOutbox(parts)
    expect(list.received.length).toBe(1)
    list.behave(() => ({ status: 204 }))
    t.clock.advance(1000)
    await drainOutbox(parts)
    expect(list.accepted.length).toBe(1)
  })
})

describe('the outbox', () => {
  it('sends the others when one notice cannot be prepared', async () => {
    await buy('fine')
    await signUp()
    const broken = { add: () => Promise.reject(new Error('out of memory')) }
    await drainOutbox({ ...parts, list: broken })
    expect(chat.accepted.length).toBe(1)
    expect(log.at(-1)).toMatch(/^outbox: notice \d+: out of memory$/)
    t.clock.advance(retryDelay(1))
    await drainOutbox(parts)
    expect(list.accepted.length).toBe(1)
  })

  it('sends nothing twice when several processes drain it at once', async () => {
    for (let n = 0; n < 20; n += 1) await buy(`n${n}`)
    await Promise.all([drainOutbox(parts), drainOutbox(parts), drainOutbox(parts)])
    await drainOutbox(parts)
    expect(texts(chat.accepted).map((text) => text?.split(' in ')[1])).toEqual(
      Array.from({ length: 20 }, (_, n) => `n${n}`),
    )
  })

  it('leaves the rest of a long queue when it is stopped', async () => {
    for (let n = 0; n < 3; n += 1) await buy(`n${n}`)
    expect(await drainOutbox(parts, () => chat.accepted.length > 0)).toBe(1)
    expect(await drainOutbox(parts)).toBe(2)
  })

  it('runs until it is stopped, and logs no secret', async () => {
    await buy()
    const outbox = startOutbox(parts)
    await expect.poll(() => chat.accepted.length).toBe(1)
    await outbox.stop()
    await buy()
    expect(chat.received.length).toBe(1)
    expect(log.join('\n')).not.toMatch(/secret/)
  })
})
