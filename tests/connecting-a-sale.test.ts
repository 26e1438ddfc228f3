import { readFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseSettings } from '#scripts/settings-file.mjs'
import { root } from '#scripts/sources.mjs'
import { runCommand } from '#server/admin/run-command.ts'
import { readSettings } from '#server/settings.ts'
import { ingestEventSchema } from '#src/wire/ingest.ts'
import { openTestApp, type TestApp } from './support/server/app.ts'
import { addIngestKey, addProject } from './support/server/builders.ts'

const page = readFileSync(new URL('../docs/connecting-a-sale.md', import.meta.url), 'utf8')
const block = (language: string, holding: string) =>
  [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(
    ([, name, text]) => name === language && text?.includes(holding),
  )?.[2] ?? ''

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

it('the server takes the events of the curl example', async () => {
  const body: unknown = JSON.parse(/-d '([\s\S]*)'/.exec(block('sh', 'curl'))?.[1] ?? '')
  const answer = await t.call('POST', '/ingest/AURA/events', { as: key, body })
  expect(answer.body.results).toEqual([
    { id: 'w-1001', outcome: 'taken' },
    { id: 't-5001-completed', outcome: 'taken' },
  ])
})

it('the TypeScript example sends more than one batch and returns the refused events', async () => {
  const { code } = await transformWithOxc(block('ts', 'send('), 'example.ts')
  const example: {
    send(events: object[], to: object): Promise<{ id: string; field?: string }[]>
  } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  const events = Array.from({ length: 1001 }, (_, n) => ({
    id: `e${n}`,
    kind: 'wallet',
    occurred_at: '2026-11-19T10:00:00Z',
    wallet_address: n === 500 ? 'none' : `0x${n.toString(16).padStart(40, '0')}`,
  }))
  const refused = await example.send(events, { url, project: 'AURA', key })
  expect(refused.map(({ id, field }) => [id, field])).toEqual([['e500', 'wallet_address']])
  const { count } = await t.db
    .selectFrom('wallets')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(1001)
})

it('the page explains every field of every event', () => {
  const fields = ingestEventSchema.def.options.flatMap((option) => Object.keys(option.def.shape))
  expect(fields.length).toBeGreaterThan(30)
  expect([...new Set(fields)].filter((field) => !page.includes(`\`${field}\``))).toEqual([])
})
