import * as z from 'zod/mini'
import { type Call } from '#src/wire/call.ts'
import { calls } from '#src/wire/calls.ts'
import type { Request } from '#tests/support/server/app.ts'
import type { Fixtures } from './fixtures.ts'
import { NAMES, rows } from './rows.ts'

export interface BadRequest extends Request {
  method: string
  path: string
  /** The call and the change that makes it invalid. */
  problem: string
}

type Random = () => number
type ValidRequest = Request & { method: string; path: string }
/** Changes a valid request into an invalid one; null if that is impossible for the call. */
type Mutation = (valid: ValidRequest, call: Call, random: Random) => Partial<BadRequest> | null

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const ATTACK_TEXTS = [
  '\0',
  'a\0b',
  "'; drop table users; --",
  "1' or '1'='1",
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '${7*7}',
  '<img src=x onerror=alert(1)>',
  '\u{1f4a3}'.repeat(200),
  '\ud800',
  'x'.repeat(5000),
  '%',
  '-1',
  '1e309',
  '99999999999999999999',
] as const
const WRONG_TOKENS = ['x', '', 'a.b.c', '.', 'x'.repeat(5000), 'null', 'Bearer', '\u00ff'] as const
const NUMBERS = [
  '0',
  '-1',
  '1.5',
  '1e9',
  'NaN',
  'Infinity',
  '0x10',
  '',
  ' ',
  '9'.repeat(400),
  '1,2',
  'ten',
] as const
const INSTANTS = [
  'yesterday',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01',
  '275760-09-13T00:00:00Z',
  '1',
  '',
  '2026-01-01T00:00:00',
] as const

/** Invalid values for each query parameter. */
const WRONG_PARAMS: Readonly<Record<string, readonly string[]>> = {
  page: [...NUMBERS, '1000000'],
  limit: [...NUMBERS, '101'],
  start_date: [...INSTANTS, '2027-06-01T00:00:00Z'],
  end_date: [...INSTANTS, '2019-12-31T00:00:00Z'],
  unit: ['decade', 'HOUR', '', 'auto', '1'],
  timezone: ['+25:00', 'Z', '02:00', '+2:00', '+02:60', 'Europe/Berlin', ''],
  hash: ['0x', 'x'.repeat(66), `0x${'a'.repeat(65)}`],
  walletAddress: ['0x', 'x'.repeat(42), `0x${'\0'.repeat(40)}`],
  wallet_address: ['0x', 'x'.repeat(42), `0x${'a'.repeat(41)}`],
  state: ['PENDING', 'open', '', 'a\0b', 'pending,expired'],
  status: ['paid', 'COMPLETED', '', 'a\0b', 'completed,failed'],
  stage: ['x'.repeat(201), 'a\0b'],
  payment_token: ['x'.repeat(201), 'a\0b'],
  sort: ['id', 'usd', '', 'created_at desc', '__proto__'],
  order: ['up', 'DESC', '', 'desc; drop table users'],
  id: ['', 'x'.repeat(101), 'a\0b'],
  kinds: ['', 'party', 'PURCHASE', 'purchase,bonus', 'a\0b'],
  actor: ['', 'x'.repeat(101), 'a\0b'],
  action: ['x'.repeat(101), 'a\0b'],
  object: ['x'.repeat(101), 'a\0b'],
  object_id: ['x'.repeat(201), 'a\0b'],
  q: ['', ' ', 'a', ' a ', 'x'.repeat(201), 'a\0b'],
  from: [...INSTANTS, '0000-01-01T00:00:00Z'],
  to: [...INSTANTS, '0000-01-01T00:00:00Z'],
  active: ['yes', '1', 'TRUE', ''],
  fields: ['password', 'email,mobile', '', 'id', '__proto__'],
  token: ['', 'x'.repeat(501), 'not-a-token'],
  transaction_id: ['', '0', '-1', 'x', '1e3', '9'.repeat(30), 'x'.repeat(101), "1' or '1'='1"],
  projects: ['x'.repeat(101), 'a\0b'],
}
/** By path: a parameter for which these values are valid. */
const OTHER_PARAMS: Readonly<Record<string, string>> = {
  '/allocation-lists/:id/difference': 'to',
  '/allocation-lists/:id/difference/csv': 'to',
  '/notes/:kind/:project_id/:id/people': 'q',
}
/** Parameters that take several values of any text. */
const REPEATED_PARAMS: ReadonlySet<string> = new Set([
  'projects',
  'fields',
  'tz',
  'stage',
  'payment_token',
  'action',
  'key',
  'country',
  'currency',
  'referrer',
  'utm_source',
  'utm_medium',
])
const WRONG_VALUES: readonly unknown[] = [{}, { a: 1 }, [[]], [{}], 'x'.repeat(100_001), [null]]
const WRONG_BODIES: readonly unknown[] = [[], 'text', 1, true, null, [[]], '', {}]

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a wrong token': (_valid, call, random) =>
    call.access === 'open' ? null : { as: pick(random, WRONG_TOKENS) || null },
  'a wrong parameter': (valid, call, random) => {
    const params = propertiesOf(call.query).filter(
      (name) => name in WRONG_PARAMS && OTHER_PARAMS[call.path] !== name,
    )
    if (params.length === 0) return null
    const name = pick(random, params)
    const url = new URL(valid.path, 'http://x')
    url.searchParams.delete(name)
    url.searchParams.set(name, pick(random, WRONG_PARAMS[name] ?? []))
    return { path: url.pathname + url.search }
  },
  'a repeated parameter': (valid, call, random) => {
    const params = propertiesOf(call.query).filter((name) => !REPEATED_PARAMS.has(name))
    if (params.length === 0) return null
    const name = pick(random, params)
    const both = `${name}=1&${name}=2`
    return { path: `${valid.path}${valid.path.includes('?') ? '&' : '?'}${both}` }
  },
  '1,001 projects': (valid, call) =>
    propertiesOf(call.query).includes('projects')
      ? { path: `${valid.path}${'&projects=A'.repeat(1001)}` }
      : null,
  'an unknown path': (valid, call, random) => {
    if (!call.params) return null
    const segments = valid.path.split('?')[0]?.split('/') ?? []
    const places = call.path
      .split('/')
      .flatMap((part, index) => (part.startsWith(':') ? index : []))
    // A lone surrogate has no UTF-8 encoding.
    segments[pick(random, places)] = encodeURIComponent(pick(random, ATTACK_TEXTS).toWellFormed())
    return { path: segments.join('/') }
  },
  'an undecodable path': (valid) => ({ path: `${valid.path.split('?')[0]}/%E0%A4%A` }),
  'a wrong value': (valid, call, random) => {
    if (!isJson(call) || !valid.body) return null
    const name = pick(random, Object.keys(valid.body))
    const value = pick(random, WRONG_VALUES)
    // Any text may be signed out.
    if (call.path === '/auth/logout' && typeof value === 'string') return null
    return { body: { ...valid.body, [name]: value } }
  },
  'an unknown field': (valid, call, random) => {
    if (!isJson(call)) return null
    const name = pick(random, [
      '__proto__',
      'constructor',
      'id',
      'role',
      'is_admin',
      'x'.repeat(3000),
    ])
    const text = JSON.stringify(valid.body ?? {})
      .replace(/\}$/, `,"${name}":{"a":1}}`)
      .replace('{,', '{')
    return { body: text, headers: { 'content-type': 'application/json' } }
  },
  'another body': (_valid, call, random) => {
    if (!isJson(call)) return null
    const body = pick(random, WRONG_BODIES)
    // An empty change is valid for a call whose fields are all optional.
    if (call.method === 'PATCH' && JSON.stringify(body) === '{}') return null
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  },
  'NUL in a text': (valid, call, random) => {
    if (!isJson(call) || !valid.body) return null
    const texts = Object.entries(valid.body).filter(([, value]) => typeof value === 'string')
    if (texts.length === 0) return null
    const [name, value] = pick(random, texts)
    return { body: { ...valid.body, [name]: `${String(value)}\0` } }
  },
  'malformed JSON': (valid, call, random) => {
    if (!isJson(call)) return null
    const text = JSON.stringify(valid.body)
    const body = pick(random, [
      text.slice(0, -1),
      `${text}x`,
      '{',
      'undefined',
      "{'a':1}",
      '[[[[',
      '\0',
    ])
    return { body, headers: { 'content-type': 'application/json' } }
  },
  'a hundred thousand brackets': (_valid, call) =>
    isJson(call)
      ? { body: '['.repeat(100_000), headers: { 'content-type': 'application/json' } }
      : null,
  'another media type': (valid, call, random) => {
    if (call.body === undefined) return null
    const type = pick(random, [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/xml',
      'a/b',
      'image/png',
    ])
    return {
      body: Buffer.from(JSON.stringify(valid.body ?? '')),
      headers: { 'content-type': type },
    }
  },
  'more than a megabyte': (_valid, call) =>
    isJson(call)
      ? {
          body: JSON.stringify({ a: 'x'.repeat(1_000_001) }),
          headers: { 'content-type': 'application/json' },
        }
      : null,
  'a malformed form': (_valid, call, random) => {
    if (call.body !== 'multipart') return null
    const head =
      '--b\r\ncontent-disposition: form-data; name="desktop_banner"; filename="a.png"\r\n\r\n'
    const body = pick(random, [
      '',
      '--b--',
      head,
      `${head}\x89PNG\r\n--b--\r\n`,
      `${head}<svg/>\r\n--b--`,
      'x'.repeat(5000),
    ])
    const type = pick(random, [
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'multipart/form-data; boundary=b',
      'multipart/mixed; boundary=b',
    ])
    return { body: Buffer.from(body, 'latin1'), headers: { 'content-type': type } }
  },
  'an unsupported method': (valid, call) => {
    const served = Object.values(calls).flatMap((other) =>
      other.path === call.path ? other.method : [],
    )
    const method = (['DELETE', 'PUT', 'PATCH', 'POST'] as const).find(
      (one) => !served.includes(one),
    )
    return method === undefined || matchesOtherCall(call, method) ? null : { method }
  },
  'an invalid idempotency key': (_valid, call, random) =>
    call.idempotent
      ? {
          headers: { 'idempotency-key': pick(random, ['', ' ', 'x'.repeat(256), 'a b', '\u00e9']) },
        }
      : null,
}

/** Returns a valid request of a random call with one random mutation. */
export async function nextBadRequest(random: Random, fixtures: Fixtures): Promise<BadRequest> {
  for (;;) {
    const name = pick(random, NAMES)
    const valid =
      (await rows[name].make('own', fixtures, 'admin')) ??
      (await rows[name].make('none', fixtures, 'admin'))
    const mutation = pick(random, Object.keys(MUTATIONS))
    const call: Call = calls[name]
    const changes = valid && MUTATIONS[mutation]?.(valid, call, random)
    if (!changes) continue
    const headers = { ...valid.headers, ...changes.headers }
    return {
      as: fixtures.actors.admin,
      ...valid,
      ...changes,
      headers,
      problem: `${name} with ${mutation}`,
    }
  }
}

function isJson(call: Call): boolean {
  return typeof call.body === 'object'
}

function propertiesOf(schema: Call['query']): string[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(json.properties ?? {})
}

/** Whether another call matches the path: `/projects/names` also matches `/projects/:id`. */
function matchesOtherCall(call: Call, method: string): boolean {
  return Object.values(calls).some(
    (other) =>
      other.method === method &&
      new RegExp(`^${other.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(call.path),
  )
}
