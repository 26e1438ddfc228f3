import { readFileSync } from 'node:fs'
import { transformWithOxc } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIngestKey } from '#server/ingest-key-administration.ts'
import { ingestEventSchema } from '#src/wire/ingest.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { addProject } from './support/builders.ts'

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
  const desk = { db: t.db, now: t.clock.now(), operator: 'tests' }
  key = (await createIngestKey(desk, 'AURA', 'site')).key
  url = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.close())

it('the example with curl is taken', async () => {
  const body: unknown = JSON.parse(/-d '([\s\S]*)'/.exec(block('sh', 'curl'))?.[1] ?? '')
  const answer = await t.call('POST', '/ingest/AURA/events', { as: key, body })
  expect(answer.body.results).toEqual([
    { id: 'w-1001', outcome: 'taken' },
    { id: 't-5001-completed', outcome: 'taken' },
  ])
})

it('the example in TypeScript sends more than a batch, and says what was refused', async () => {
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

it('every field of every event is explained', () => {
  const fields = ingestEventSchema.def.options.flatMap((option) => Object.keys(option.def.shape))
  expect(fields.length).toBeGreaterThan(30)
  expect([...new Set(fields)].filter((field) => !page.includes(`\`${field}\``))).toEqual([])
})
