import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SaleEvent } from '#docs/examples/send-events.ts'
import { parseSettings } from '#scripts/settings-file.mjs'
import { root } from '#scripts/sources.mjs'
import { runCommand } from '#server/admin/run-command.ts'
import { readSettings } from '#server/settings.ts'
import { ingestEventSchema } from '#src/wire/ingest.ts'
import { openFailingServer, type Failure } from './support/calls/failing-server.ts'
import { hasPython, runPython, saleClients } from './support/calls/sale-clients.ts'
import { openTestApp, type TestApp } from './support/server/app.ts'
import { addIngestKey, addProject, someProjectId } from './support/server/builders.ts'

const page = readFileSync(new URL('../docs/connecting-a-sale.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )
const block = (language: string, holding: string) =>
  blocks(language).find((text) => text.includes(holding)) ?? ''

let t: TestApp
let url: string
let key: string
beforeAll(async () => {
  t = await openTestApp()
  t.clock.set('2026-11-20T12:00:00Z')
  await addProject(t.db, { id: 'AURA' })
  key = (await addIngestKey(t.db, 'AURA')).key
  url = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.close())

async function countRows(table: 'wallets' | 'transactions' | 'referral_payouts', project: string) {
  const { count } = await t.db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow()
  return count
}

it('the commands of the page create a project and a key, in the order of the page', async () => {
  const commands = block('sh', 'npm run ingest-keys')
    .split('\n')
    .flatMap((line) => /^npm run ([\w-]+) -- (.*?)(?:\s+#|$)/.exec(line)?.slice(1, 3) ?? [])
  const context = { db: t.db, now: t.clock.now(), operator: 'tests' }
  const printed: string[] = []
  for (let at = 0; at < commands.length; at += 2) {
    const [command = '', line = ''] = commands.slice(at)
    // AURA exists already, and the key to rotate and revoke must be the one created above.
    const text = line.replaceAll('AURA', 'ECHO').replace(/(rotate|revoke) 3/, '$1 2')
    const args = text.split(' ').map((arg) => arg.replaceAll('"', ''))
    printed.push(await runCommand(context, { command, operator: 'tests', args }))
  }
  expect(printed).toEqual([
    expect.stringContaining('Added ECHO.'),
    expect.stringMatching(/ for ECHO \(aura\.example\), shown only once:\s+ingest_/),
    expect.stringContaining('ECHO'),
    expect.stringContaining('Key 2 works 24 hours more.'),
    expect.stringContaining('2'),
  ])
})

it('the settings in the README are for a real sale, with its data outside the checkout', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, text = ''] = /cat > saleroom\.env <<END\n([\s\S]*?)END\n/.exec(readme) ?? []
  const settings = readSettings({ SALEROOM_DEMO: '0', ...parseSettings(text) })
  expect(settings).toMatchObject({ hasDemo: false, databaseUrl: null })
  expect(path.relative(root, settings.dataFolder)).toMatch(/^\.\.[\\/]/)
})

/** What the examples of the page read from the environment. */
const settings = () => ({ SALEROOM_URL: url, SALEROOM_PROJECT: 'AURA', SALEROOM_KEY: key })

/** Sends what a curl command of the page sends. */
async function runCurl(command: string): Promise<unknown> {
  const text = Object.entries(settings()).reduce(
    (all, [name, value]) => all.replaceAll(`$${name}`, value),
    command,
  )
  const [, address = '', options = '', body = ''] =
    /^curl "(.*)"([\s\S]*) -d '([\s\S]*)'\n$/.exec(text) ?? []
  const headers = [...options.matchAll(/-H "([^:]*): (.*?)"/g)].map(([, ...pair]) => pair)
  const request = { method: 'POST', headers: Object.fromEntries(headers), body }
  return (await fetch(address, request)).json()
}

it('the curl examples send a test, which is stored nowhere, and then real events', async () => {
  const [test = '', real = ''] = blocks('sh').filter((text) => text.startsWith('curl'))
  expect(await runCurl(test)).toEqual({
    results: [{ id: '5001-completed', outcome: 'tested' }],
    silent: 0,
  })
  expect(await countRows('wallets', 'AURA')).toBe(0)
  expect(await countRows('transactions', 'AURA')).toBe(0)
  expect(await runCurl(real)).toMatchObject({
    results: [
      { id: 'wallet-1001', outcome: 'taken' },
      { id: '5001-completed', outcome: 'taken' },
    ],
  })
  expect(await countRows('wallets', 'AURA')).toBe(1)
  expect(await countRows('transactions', 'AURA')).toBe(1)
})

it('the TypeScript example of the page sends its event', async () => {
  const before = await countRows('wallets', 'AURA')
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-example-'))
  const file = path.join(folder, 'example.ts')
  writeFileSync(file, block('ts', 'sendEvents('))
  copyFileSync(path.join(root, 'docs/examples/send-events.ts'), path.join(folder, 'send-events.ts'))
  for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value)
  await import(/* @vite-ignore */ file)
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  expect(await countRows('wallets', 'AURA')).toBe(before + 1)
})

it.runIf(hasPython)('the Python example of the page sends its event', async () => {
  const before = await countRows('wallets', 'AURA')
  expect(await runPython(block('py', 'send_events('), { env: settings() })).toBe('')
  expect(await countRows('wallets', 'AURA')).toBe(before + 1)
})

/** A project whose id is escaped in an address, with a key. */
async function addSale() {
  const { id: project } = await addProject(t.db, { id: `${someProjectId()} 50/50 ?` })
  return { project, key: (await addIngestKey(t.db, project)).key }
}

const answered = (status: number, body = '{}'): Failure => ({ is: 'answered', status, body })

/** A payout with another id counts once more, so what is stored twice shows. */
const payoutEvents = (count: number): SaleEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `payout-${n}`,
    kind: 'referral_payout',
    amount_before_gas: '5',
    occurred_at: '2026-11-19T10:00:00Z',
    wallet_address: `0x${n.toString(16).padStart(40, '0')}`,
  }))

describe.each(saleClients)('the $name client', ({ send }) => {
  /** Sends to a server in front of the real one. */
  async function sendThrough(failures: readonly Failure[], events: readonly SaleEvent[]) {
    const sale = await addSale()
    const server = await openFailingServer(url, failures)
    const sent = await send(events, { ...sale, url: server.url })
    await server.close()
    return {
      ...sent,
      bodies: server.bodies,
      payouts: await countRows('referral_payouts', sale.project),
    }
  }

  it('sends more than 1,000 events in order, and a refused one stops no others', async () => {
    const events = payoutEvents(1001).map((event, n) =>
      n === 500 ? { ...event, wallet_address: 'none' } : event,
    )
    const { results, bodies, payouts } = await sendThrough([], events)
    expect(results.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    expect(results.filter(({ outcome }) => outcome !== 'taken')).toMatchObject([
      { id: 'payout-500', outcome: 'refused', field: 'wallet_address' },
    ])
    expect(bodies.map((body) => JSON.parse(body).events.length)).toEqual([1000, 1])
    expect(payouts).toBe(1000)
  })

  it('divides events that are too many bytes for one call', async () => {
    const label = '漢'.repeat(160)
    const events = payoutEvents(900).map(({ id, occurred_at, wallet_address }) => ({
      id,
      kind: 'wallet',
      occurred_at,
      wallet_address,
      referrer: '漢'.repeat(500),
      utm_source: label,
      utm_medium: label,
    }))
    const text = JSON.stringify({ events })
    // Who counts characters sends one call.
    expect([text.length < 1_000_000, Buffer.byteLength(text) > 2_000_000]).toEqual([true, true])
    const { results, error } = await sendThrough([], events)
    expect(error).toBeNull()
    expect(results.filter(({ outcome }) => outcome === 'taken')).toHaveLength(900)
  })

  it('refuses an event that no call can hold, and sends the others', async () => {
    const events = payoutEvents(3)
    const { results, payouts } = await sendThrough(
      [],
      events.map((event, n) => (n === 1 ? { ...event, referrer: 'a'.repeat(2_000_000) } : event)),
    )
    expect(results).toMatchObject([
      { id: 'payout-0', outcome: 'taken' },
      { id: 'payout-1', outcome: 'refused', reason: expect.stringContaining('2 MB') },
      { id: 'payout-2', outcome: 'taken' },
    ])
    expect(payouts).toBe(2)
  })

  it('repeats a call after a failure that can end, and each event is stored once', async () => {
    const failures: Failure[] = [
      { is: 'lost' },
      { is: 'answered', status: 429, headers: { 'retry-after': '70' } },
      { is: 'answered', status: 503, headers: { 'retry-after': 'Wed, 25 Nov 2026 07:28:00 GMT' } },
      { is: 'answered', status: 500, headers: { 'retry-after': '-5' } },
      answered(408),
      answered(200, '<html>Welcome</html>'),
      answered(200, '{"results":[]}'),
      { is: 'cut' },
      { is: 'short' },
    ]
    const { results, error, pauses, bodies, payouts } = await sendThrough(failures, payoutEvents(2))
    expect(error).toBeNull()
    expect(results).toEqual([
      { id: 'payout-0', outcome: 'repeated' },
      { id: 'payout-1', outcome: 'repeated' },
    ])
    expect(payouts).toBe(2)
    expect(new Set(bodies).size).toBe(1)
    const least = [0.5, 70, 2, 4, 8, 16, 32, 60, 60]
    for (const [n, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThan(least[n] ?? 0)
      expect(pause).toBeLessThanOrEqual((least[n] ?? 0) * 1.25)
    }
    expect(pauses).toHaveLength(least.length)
  })

  it('throws the reason at once if a repetition cannot help', async () => {
    const { project } = await addSale()
    const { error, pauses } = await send(payoutEvents(1), { url, project, key: 'revoked' })
    expect(error).toMatch(/Saleroom: 401: .*Please authenticate/)
    expect(pauses).toEqual([])
    for (const status of [302, 400, 404, 409, 413]) {
      const failure = { ...answered(status, 'Not here'), headers: { location: `${url}/v1/health` } }
      const sent = await sendThrough([failure], payoutEvents(2))
      expect(sent.error).toContain(`Saleroom: ${status}: Not here`)
      expect(sent.bodies).toHaveLength(1)
    }
  })

  it('gives up after ten attempts, with the reason of the last one', async () => {
    const failures = Array.from({ length: 10 }, (_, n) => answered(502, `Attempt ${n + 1}`))
    const { error, pauses, payouts } = await sendThrough(failures, payoutEvents(1))
    expect(error).toContain('Saleroom: 502: Attempt 10')
    expect(pauses).toHaveLength(9)
    expect(payouts).toBe(0)
  })

  it('sends nothing if there are no events', async () => {
    expect(await sendThrough([], [])).toMatchObject({ results: [], error: null, bodies: [] })
  })
})

it('the page explains every field of every event', () => {
  const fields = ingestEventSchema.def.options.flatMap((option) => Object.keys(option.def.shape))
  expect(fields.length).toBeGreaterThan(30)
  expect([...new Set(fields)].filter((field) => !page.includes(`\`${field}\``))).toEqual([])
})
