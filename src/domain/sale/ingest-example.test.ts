import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ingestBodySchema } from '#src/wire/ingest.ts'
import { curlExample, typeScriptExample } from './ingest-example.ts'

const example = {
  url: 'https://sale.example/v1/ingest/AURA/events',
  key: `ingest_${'k'.repeat(43)}`,
  now: new Date('2026-11-20T14:30:00.000Z'),
}

test('curl sends one valid test with the key, to the address', () => {
  const text = curlExample(example)
  expect(text).toContain(`curl -X POST '${example.url}' \\\n`)
  expect(text).toContain(`-H 'Authorization: Bearer ${example.key}' \\\n`)
  const [, body = ''] = /-d '(.*)'$/s.exec(text) ?? []
  expect(ingestBodySchema.parse(JSON.parse(body)).events).toMatchObject([
    { kind: 'wallet', test: true, occurred_at: '2026-11-20T14:30:00.000Z' },
  ])
})

test('TypeScript sends the same event', async () => {
  const sent: [string, { headers: object; body: string }][] = []
  await runInNewContext(`(async () => {${typeScriptExample(example)}})()`, {
    fetch: async (url: string, init: { headers: object; body: string }) => {
      sent.push([url, init])
      return { status: 200, json: async () => ({}) }
    },
    console: { log: () => undefined },
  })
  const [[url, init] = ['', { headers: {}, body: '{}' }]] = sent
  expect([url, init.headers]).toEqual([
    example.url,
    { Authorization: `Bearer ${example.key}`, 'Content-Type': 'application/json' },
  ])
  const [, curlBody = ''] = /-d '(.*)'$/s.exec(curlExample(example)) ?? []
  expect(JSON.parse(init.body)).toEqual(JSON.parse(curlBody))
})

test('without the key there is a place for it, and a quote in the address is escaped', () => {
  const open = { ...example, key: null, url: "https://sale.example/v1/ingest/O'X/events" }
  for (const text of [curlExample(open), typeScriptExample(open)]) {
    expect(text).toContain('Bearer <your key>')
    expect(text).toContain("'https://sale.example/v1/ingest/O%27X/events'")
  }
})
