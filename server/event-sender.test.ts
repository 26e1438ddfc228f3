import { expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { sendEvents } from './event-sender.ts'

test('events to a server that is away are given up when asked, and at once', async () => {
  const stop = new AbortController()
  const target = { url: `http://127.0.0.1:${await freePort()}`, projectId: 'AURA', key: 'none' }
  const wallet_address = `0x${'0'.repeat(40)}`
  const occurred_at = '2026-11-20T12:00:00Z'
  const event = { id: 'w', kind: 'wallet', occurred_at, wallet_address } as const
  const sending = sendEvents(target, [event], stop.signal)
  setTimeout(() => stop.abort(), 50)
  expect(await sending).toEqual({ results: [], latenciesMs: [] })
})
