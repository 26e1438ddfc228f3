import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/db/engine/open.ts'
import { systemClock } from '#server/dependencies.ts'
import { type Call } from '#src/wire/call.ts'
import { calls, type CallName } from '#src/wire/calls.ts'
import { confirm, sendFactorSecrets } from '#tests/contract/factor-secrets.ts'
import { makeFixtures } from '#tests/contract/fixtures.ts'
import { NAMES, rows } from '#tests/contract/rows.ts'
import { findSecrets, type Secret } from '#tests/contract/secret-scan.ts'
import {
  openWatchedServer,
  type CallResult,
  type Sent,
  type WatchedServer,
} from '#tests/contract/watched-server.ts'
import { someSubscription } from '#tests/support/calls/push-service.ts'
import { openSmtp, type TestSmtp } from '#tests/support/calls/smtp.ts'
import { openStandIn, type StandIn } from '#tests/support/screens/stand-in.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { addIngestKey, addUser } from '#tests/support/server/builders.ts'
import { until } from '#tests/support/server/until.ts'

const OWNER = 'owner@saleroom.example'
/** One user of each kind that the server distinguishes. */
const CALLERS = ['admin', 'marketing', 'must-reset', 'nobody'] as const
const fresh = (name: string) => `${name}-${randomBytes(12).toString('hex')}`
const mine = {
  secret: fresh('server-secret-of-many-characters'),
  database: fresh('database'),
  first: fresh('first-password'),
  second: fresh('second-password'),
  wrong: fresh('wrong-password'),
  telegram: `123456:${fresh('bot')}`,
  brevo: fresh('xkeysib'),
  smtp: fresh('smtp'),
  xsrf: randomBytes(18).toString('base64url'),
  // Of a browser's subscription for push.
  endpoint: fresh('endpoint'),
  auth: randomBytes(16).toString('base64url'),
  // A secret that a client sends in the wrong place.
  stray: fresh('stray'),
}
const XSRF = { cookie: `XSRF-TOKEN=${mine.xsrf}`, 'x-xsrf-token': mine.xsrf }
const ENV = {
  SALEROOM_SECRET: mine.secret,
  SALEROOM_ADMIN_EMAIL: OWNER,
  SALEROOM_ADMIN_PASSWORD: mine.first,
  TELEGRAM_BOT_TOKEN: mine.telegram,
}

let server: WatchedServer
let service: StandIn
let smtp: TestSmtp
const secrets: Secret[] = Object.entries(mine).map(([name, text]) => ({ name, text }))
let prepared: Awaited<ReturnType<typeof prepare>>
/** The calls that have created keys. */
const newKeys = new Set<CallName>()
/** The status of each call that carries a secret, by its name. */
const statuses: Record<string, number> = {}

beforeAll(async () => {
  server = await openWatchedServer(mine.database)
  service = await openStandIn()
  // Some services repeat the request in their errors.
  service.behave(({ path, headers }) => {
    const text = `Bad key ${String(headers['api-key'])} at ${path}`
    return { status: 400, body: { ok: false, description: text, message: text, code: text } }
  })
  smtp = await openSmtp('sale', mine.smtp, true)
  prepared = await server.withDatabase(prepare)
  const urls = {
    BREVO_API_URL: service.url,
    TELEGRAM_API_URL: service.url,
    SALEROOM_PUSH_ORIGINS: service.url,
  }
  await server.start({ ...ENV, ...urls })
  await useSecrets()
  await waitForRefusedNotices()
  await makeAllCalls()
  await server.stop()
  await server.withDatabase(breakConstraints)
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: OWNER }
  await server.start({ ...ENV, ...urls, ...mail })
  await useSecretsWithErrors()
  await server.stop()
  await server.readStoredData()
})

afterAll(async () => {
  await server?.remove()
  await service?.close()
  await smtp?.close()
})

/** Prepares all data before the server starts, because only one process can open the embedded database. */
async function prepare(db: Db) {
  const config = { secret: Buffer.from(mine.secret) }
  const t = await openTestApp({ db, clock: systemClock, config })
  const fixtures = await makeFixtures(t)
  const owner = await addUser(db, {
    email: OWNER,
    role: 'admin',
    password_hash: await hashPassword(mine.first),
  })
  const { key } = await addIngestKey(db, fixtures.own.id, new Date())
  secrets.push({ name: 'the key for events', text: key })
  await sql`update projects set telegram_notifications_enabled = true,
    telegram_channel_id = '@sale', telegram_message_text = 'Sold', forward_leads_to_brevo = true
    where id = ${fixtures.own.id}`.execute(db)
  const requests: { name: CallName; actor: string; request: Sent }[] = []
  for (const actor of CALLERS) {
    const as = fixtures.actors[actor]
    if (as) keepTokens(actor, as.token, as.refreshToken)
    for (const name of NAMES) {
      const made =
        (await rows[name].make('own', fixtures, actor)) ?? rows[name].make('none', fixtures, actor)
      const request = await made
      if (request) requests.push({ name, actor, request: { ...request, as: as?.token ?? null } })
    }
  }
  await t.close()
  // The fixtures have every actor.
  return {
    requests,
    key,
    project: fixtures.own,
    owner,
    unverified: fixtures.actors.unverified!.token,
  }
}

function keepTokens(whose: string, access: string, refresh: string, allowedIn?: string) {
  const allowed = allowedIn === undefined ? {} : { allowedIn: [allowedIn] }
  secrets.push({ name: `the access token of ${whose}`, text: access, ...allowed })
  secrets.push({ name: `the refresh token of ${whose}`, text: refresh, ...allowed })
}

/** A new key is in the response that creates it, and nowhere else. */
function keepNewKey({ body }: CallResult, call: CallName) {
  if (typeof body?.key !== 'string') return
  newKeys.add(call)
  secrets.push({ name: `a key of ${call}`, text: body.key, allowedIn: [`${call} as `] })
}

async function send(name: string, request: Sent): Promise<CallResult> {
  const response = await server.call(name, request, XSRF)
  statuses[name] = response.status
  return response
}
const post = (name: string, path: string, body: unknown, as: string | null = null) =>
  send(name, { method: 'POST', path, body, as })

const saleEvents = (key: string) => ({
  events: [
    {
      kind: 'transaction',
      id: `${key}-1`,
      transaction_id: key,
      occurred_at: new Date().toISOString(),
      created_at: new Date().toISOString(),
      wallet_address: prepared.project.wallet,
      status: 'completed',
      payment_token_name: 'ETH',
      payment_token_amount: '1',
      payment_usd_amount: '2',
    },
    {
      kind: 'lead',
      id: `${key}-2`,
      lead_id: key,
      occurred_at: new Date().toISOString(),
      email: 'lead@saleroom.example',
    },
  ],
})

function saveDevice(name: string, as: string, origin = service.url): Promise<CallResult> {
  const { keys } = someSubscription()
  const subscription = {
    endpoint: `${origin}/${mine.endpoint}`,
    keys: { ...keys, auth: mine.auth },
    name: 'Phone',
  }
  return send(name, { method: 'PUT', path: '/push/devices', body: subscription, as })
}

/** Uses each secret in its right place, and in places where it is refused. */
async function useSecrets(): Promise<void> {
  const { key, project, unverified } = prepared
  const login = { email: OWNER, password: mine.first }
  const { tokens } = (await post('sign in', '/auth/login', login)).body
  keepTokens('the owner', tokens.access.token, tokens.refresh.token, 'sign in (200)')
  const as: string = tokens.access.token
  const person = { as, email: OWNER, password: mine.first, wrong: mine.wrong }
  await confirm(send, 'confirm', person)
  await sendFactorSecrets(send, person, { keep: (secret) => void secrets.push(secret), keepTokens })
  await post('wrong password', '/auth/login', { ...login, password: mine.wrong })
  await post('password as email', '/auth/login', { email: mine.wrong, password: '' })
  const change = { old_password: mine.first, new_password: mine.second }
  await post('change, wrong', '/auth/change-password', { ...change, old_password: mine.wrong }, as)
  await post('change, same', '/auth/change-password', { ...change, new_password: mine.first }, as)
  await post('change', '/auth/change-password', change, as)
  const used = { refresh_token: tokens.refresh.token }
  const renewed = (await post('refresh', '/auth/refresh-tokens', used)).body
  keepTokens('the owner, renewed', renewed.access.token, renewed.refresh.token, 'refresh (200)')
  await post('refresh, wrong', '/auth/refresh-tokens', { refresh_token: mine.stray })
  await post('send mail', '/auth/send-verification-email', { email: 'a@b.example' }, unverified)
  await post('verify, wrong', `/auth/verify-email?token=${mine.stray}`, undefined)
  const invitation = { email: 'invited@saleroom.example', role: 'user', projects: [] }
  const invited = await post('invite', '/team', invitation, as)
  const text: string = invited.body.one_time_password
  secrets.push({ name: 'the one-time password', text, allowedIn: ['invite (201)'] })
  const wrong = { token: mine.stray, new_password: mine.wrong }
  await post('reset, wrong', '/auth/reset-password', wrong)
  const path = `/projects/${project.id}`
  await send('save key', { method: 'PATCH', path, body: { brevo_api_key: mine.brevo }, as })
  await post('test key', `${path}/brevo/test`, undefined, as)
  const { body: device } = await saveDevice('save device', as)
  await post('test device', `/push/devices/${device.id}/test`, undefined, as)
  await saveDevice('save device, wrong', as, 'https://push.example')
  await post('search', '/search', { q: mine.stray, projects: [project.id] }, as)
  await post('events', `/ingest/${project.id}/events`, saleEvents('good'), key)
  await post('events, elsewhere', '/ingest/FOREIGN/events', saleEvents('bad'), key)
  await post('events, malformed', `/ingest/${project.id}/events`, { events: [{ id: 1, key }] }, key)
}

/** Makes every call as every user, then with secrets in unexpected places. */
async function makeAllCalls(): Promise<void> {
  for (const { name, actor, request } of prepared.requests) {
    keepNewKey(await server.call(`${name} as ${actor}`, request, XSRF), name)
    if (actor !== 'admin' && actor !== 'nobody') continue
    const call: Call = calls[name]
    const separator = request.path.includes('?') ? '&' : '?'
    const path = `${request.path}${separator}token=${mine.stray}&${mine.stray}=1`
    keepNewKey(await server.call(`${name} as ${actor}, param`, { ...request, path }, XSRF), name)
    const below = `${request.path.split('?')[0]}/${mine.stray}`
    await server.call(`${name} as ${actor}, path`, { ...request, path: below }, XSRF)
    if (call.body === undefined || call.body === 'multipart') continue
    const json = { ...request, headers: { 'content-type': 'application/json' } }
    const body = { password: mine.stray, brevo_api_key: [mine.stray] }
    await server.call(`${name} as ${actor}, fields`, { ...json, body }, XSRF)
    const broken = `{"password":"${mine.stray}`
    await server.call(`${name} as ${actor}, broken`, { ...json, body: broken }, XSRF)
  }
  const read = secrets.find(({ name }) => name === 'a key of createReadingKey')?.text ?? ''
  for (const as of [mine.stray, `${mine.stray}.${mine.stray}.x`, prepared.key, read])
    await server.call('wrong token', { method: 'GET', path: '/projects', as }, XSRF)
}

/** Waits until both services have refused a notice with errors that contain the keys. */
async function waitForRefusedNotices(): Promise<void> {
  const login = { email: OWNER, password: mine.second }
  const { tokens } = (await post('sign in again', '/auth/login', login)).body
  const as: string = tokens.access.token
  keepTokens('the owner, again', as, tokens.refresh.token, 'sign in again (200)')
  await until(async () => {
    const { text } = await send('notices', { method: 'GET', path: '/notices?projects=OWN', as })
    expect(text).toMatch(/Bad key.*Bad key/)
  })
  await send('audit', { method: 'GET', path: '/audit?limit=100&projects=OWN', as })
}

/** Adds constraints that fail, because PostgreSQL's errors quote the failing row. */
async function breakConstraints(db: Db): Promise<void> {
  const { rows: kept } = await sql<{ hash: string; sealed: string | null }>`
    select password_hash as hash, (select brevo_api_key_sealed from projects where id = 'OWN') as sealed
    from users where email = ${OWNER}`.execute(db)
  for (const { hash, sealed } of kept) {
    // PostgreSQL quotes only the start of a column.
    const [start, sealedStart] = [hash.slice(0, 50), (sealed ?? '').slice(0, 40)]
    secrets.push({ name: 'the hash of a password', text: start, allowedIn: ['table users'] })
    secrets.push({ name: 'the encrypted key', text: sealedStart, allowedIn: ['table projects'] })
  }
  await sql.raw('update users set verification_sent_at = null').execute(db)
  await sql
    .raw(`alter table users add check (email <> '${OWNER}' or updated_at < created_at) not valid`)
    .execute(db)
  await sql.raw('alter table projects add check (project_ticker is null) not valid').execute(db)
  await sql.raw('alter table leads add check (email is null) not valid').execute(db)
  await sql.raw(`alter table push_devices add check (name = '') not valid`).execute(db)
}

async function useSecretsWithErrors(): Promise<void> {
  const { key, project, unverified } = prepared
  const login = { email: OWNER, password: mine.second }
  const { tokens } = (await post('sign in, broken', '/auth/login', login)).body
  const as: string = tokens.access.token
  keepTokens('the owner, at last', as, tokens.refresh.token, 'sign in, broken (200)')
  await confirm(send, 'confirm, late', { as, password: mine.second, wrong: mine.wrong })
  const change = { old_password: mine.second, new_password: mine.wrong }
  await post('change, broken', '/auth/change-password', change, as)
  const path = `/projects/${project.id}`
  await send('save, broken', { method: 'PATCH', path, body: { project_ticker: 'A' }, as })
  await saveDevice('save device, broken', as)
  await post('events, broken', `/ingest/${project.id}/events`, saleEvents('broken'), key)
  const invitation = { email: 'mailed@saleroom.example', role: 'user', projects: [] }
  await post('invite, unsent', '/team', invitation, as)
  await post(
    'send mail, broken',
    '/auth/send-verification-email',
    { email: 'a@b.example' },
    unverified,
  )
  // The mail of the invitation is sent in the background, and again after the refusal.
  await until(() => expect(mailedTokens()).toHaveLength(2))
}

const TOKEN = /(?:verify-email\?|set-password#)token=([\w-]{43})/
const mailedTokens = () => [...new Set(smtp.mails.flatMap((mail) => TOKEN.exec(mail)?.[1] ?? []))]

test('the secrets were used in their right places and in places where they are refused', () => {
  const { notices: _answers, ...others } = statuses
  expect(others).toEqual({
    'sign in': 200,
    'confirm, refused': 403,
    'confirm, wrong': 400,
    confirm: 204,
    'new authenticator': 200,
    'turn it on': 201,
    'recovery codes': 200,
    'sign in, half': 200,
    'sign in, recovered': 200,
    'half again': 200,
    'code again': 401,
    'turn it off': 204,
    'confirm, late, refused': 403,
    'confirm, late, wrong': 400,
    'confirm, late': 204,
    'wrong password': 401,
    'password as email': 400,
    'change, wrong': 400,
    'change, same': 400,
    change: 204,
    refresh: 200,
    'refresh, wrong': 401,
    'send mail': 204,
    'verify, wrong': 400,
    invite: 201,
    'reset, wrong': 400,
    'save key': 200,
    'test key': 400,
    'save device': 200,
    'test device': 200,
    'save device, wrong': 400,
    search: 200,
    events: 200,
    'events, elsewhere': 404,
    'events, malformed': 200,
    'sign in again': 200,
    audit: 200,
    'sign in, broken': 200,
    'change, broken': 500,
    'save, broken': 500,
    'save device, broken': 500,
    'events, broken': 500,
    'invite, unsent': 201,
    'send mail, broken': 500,
  })
  const keys = service.received.map(({ headers, path }) => String(headers['api-key'] ?? path))
  expect(keys).toContain(mine.brevo)
  expect(keys).toContain(`/bot${mine.telegram}/sendPhoto`)
  expect(keys).toContain(`/${mine.endpoint}`)
  const made = ['createIngestKey', 'createReadingKey', 'createTotp', 'rotateIngestKey']
  expect([...newKeys].toSorted()).toEqual(made)
  const refused = server.outputs.find(({ where }) => where === 'table refused_events')
  expect(refused?.text).toContain('[redacted]')
  const log = server.outputs.find(({ where }) => where === 'log 2')
  expect(log?.text.match(/violates check constraint/g)?.length).toBeGreaterThanOrEqual(3)
  const answered = new Set(server.outputs.map(({ where }) => where.split(' as ')[0]))
  for (const name of Object.keys(calls)) expect(answered).toContain(name)
})

test('no response, log, file or table contains a secret that it should not', () => {
  const outbox = server.outputs.filter(({ where }) => where.startsWith('file outbox'))
  // Digests have none.
  const tokens = outbox.flatMap(({ text }) => TOKEN.exec(text)?.[1] ?? [])
  const mailed = mailedTokens()
  expect({ tokens: tokens.length, mailed: mailed.length }).toEqual({ tokens: 1, mailed: 2 })
  // Without an SMTP server, mails are written to files and to the log.
  secrets.push({
    name: 'the token in the outbox',
    text: tokens[0] ?? '',
    allowedIn: ['file outbox', 'log 1'],
  })
  for (const text of mailed) secrets.push({ name: 'a mailed token', text })
  // A recovery code has 14 characters.
  expect(secrets.filter(({ text }) => text.length < 14)).toEqual([])
  expect(findSecrets(secrets, server.outputs)).toEqual([])
})

test('no response or log contains a password hash, not even of a refused row', () => {
  const leaking = server.outputs.filter(
    ({ where, text }) => !where.startsWith('table') && text.includes('$argon2'),
  )
  expect(leaking.map(({ where }) => where)).toEqual([])
})
