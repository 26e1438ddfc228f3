import { expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { SettingsError } from '#server/settings-error.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { sendEvents } from './event-sender.ts'

const event = {
  id: 'w',
  kind: 'wallet',
  occurred_at: '2026-11-20T12:00:00Z',
  wallet_address: `0x${'0'.repeat(40)}`,
} as const

test('a key that the server does not know is reported as a wrong database, without a stack', async () => {
  const t = await openTestApp()
  try {
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
    const key = `ingest_${'A'.repeat(43)}`
    const sending = sendEvents({ url, projectId: 'AURA', key }, [event])
    await expect(sending).rejects.toThrow(SettingsError)
    await expect(sending).rejects.toThrow(`The server on ${url} does not know the key: it serves`)
  } finally {
    await t.close()
  }
})

test('sending to an unreachable server stops at once when it is aborted', async () => {
  const stop = new AbortController()
  const target = { url: `http://127.0.0.1:${await freePort()}`, projectId: 'AURA', key: 'none' }
  const sending = sendEvents(target, [event], stop.signal)
  setTimeout(() => stop.abort(), 50)
  expect(await sending).toEqual({ results: [], latenciesMs: [] })
})
