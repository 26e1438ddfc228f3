import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '#scripts/free-port.mjs'
import { sendEvents } from '#server/commands/event-sender.ts'
import type { IngestEvent } from '#src/wire/ingest.ts'
import { openFolder } from '#tests/support/journeys/e2e-database.ts'
import { copyDemoData } from '#tests/support/journeys/e2e-demo-data.ts'
import { signInAt } from '#tests/support/journeys/e2e-device.ts'
import { buildFolder, startServer } from '#tests/support/journeys/e2e-server.ts'
import { ALL, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'
import { makeBatches, makeEvents, replay, REPLAY_SQL } from '#tests/support/oracles/sale-replay.ts'
import { byExtent, EXTENT } from '#tests/support/server/test-extent.ts'

const isLong = EXTENT === 'long'
const COUNT = byExtent({ change: 1000, long: 100_000 })
const KILLS = byExtent({ change: 1, long: 10 })
const PROJECT = 'REPLAY'

test(
  'A sender that goes on while the server is killed again and again loses and doubles nothing',
  ALL,
  async () => {
    if (isLong) test.setTimeout(3_600_000)
    const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-ingest-'))
    await copyDemoData(folder)
    const before = await openFolder(folder)
    await before.query(
      `insert into projects (id, created_at, updated_at) values ('${PROJECT}', now(), now())`,
    )
    await before.close()

    const port = String(await freePort())
    const settings = { SALEROOM_DATA: folder, PORT: port }
    let server = await startServer(settings)
    const output = execFileSync(
      process.execPath,
      [path.join(buildFolder(), 'server', 'commands.js'), 'ingest-keys', 'create', PROJECT],
      { env: { ...process.env, ...settings }, encoding: 'utf8' },
    )
    const key = /ingest_[\w-]{43}/.exec(output)?.[0] ?? ''
    const target = { url: server.url, projectId: PROJECT, key }

    const events = makeEvents(PROJECT, COUNT, 3)
    const batches = makeBatches(events, 4)
    const killEvery = Math.ceil(batches.length / (KILLS + 1))
    let kills = 0
    let refused = 0
    for (const [at, batch] of batches.entries()) {
      const sending = sendEvents(target, batch)
      if (at % killEvery === killEvery - 1 && kills < KILLS) {
        await server.stop('SIGKILL')
        kills += 1
        server = await startServer(settings)
      }
      const { results } = await sending
      refused += results.filter(({ outcome }) => outcome === 'refused').length
    }
    expect(await server.stop()).toBe(0)

    const after = await openFolder(folder)
    const [figures] = await after.query(REPLAY_SQL(PROJECT))
    await after.close()
    await rm(folder, { recursive: true, force: true })
    expect({ kills, refused }).toEqual({ kills: KILLS, refused: 0 })
    expect(figures).toEqual(replay(events))
  },
)

test(
  'Homes that were left open on two devices show what a sale sends, after a refresh, and what is new in it',
  ALL,
  async ({ page, signIn, app, browser }) => {
    const output = execFileSync(
      process.execPath,
      [path.join(buildFolder(), 'server', 'commands.js'), 'ingest-keys', 'create', 'AURA'],
      { env: { ...process.env, SALEROOM_DATA: app.folder }, encoding: 'utf8' },
    )
    const key = /ingest_[\w-]{43}/.exec(output)?.[0] ?? ''
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
    await signIn(page, 'admin@saleroom.example')
    await signInAt(phone, app.url, 'user@saleroom.example')

    const card = (device: Page) => device.getByRole('region', { name: 'Transactions' })
    const count = async (device: Page) => {
      const [, digits = '0'] = /([\d,]+)\s+transactions?/.exec(await card(device).innerText()) ?? []
      return Number(digits.replaceAll(',', ''))
    }
    const devices = [page, phone]
    const before: number[] = []
    for (const device of devices) {
      await expect.poll(() => count(device)).toBeGreaterThan(0)
      await expect(device.getByRole('region', { name: 'Countries' })).toContainText(/\$\d/)
      before.push(await count(device))
    }
    const now = new Date().toISOString()
    const sale = (id: string, country: string): IngestEvent => ({
      id,
      kind: 'transaction',
      occurred_at: now,
      transaction_id: id,
      wallet_address: `0x${'e2'.repeat(20)}`,
      status: 'completed',
      created_at: now,
      payment_token_name: 'ETH',
      payment_token_amount: '1',
      payment_usd_amount: '3020',
      country,
    })
    // Nobody in the demo data is from Antarctica.
    await sendEvents({ url: app.url, projectId: 'AURA', key }, [
      sale('e2e-1', 'AQ'),
      sale('e2e-2', 'DE'),
    ])
    for (const [place, device] of devices.entries()) {
      await inSidebar(device, () => device.getByRole('button', { name: 'Refresh' }).click())
      await expect.poll(() => count(device)).toBe((before[place] ?? 0) + 2)
      await expect(card(device).getByRole('status')).toContainText(
        /\+\$6,040 from 2.*, 1 new country since/,
      )
    }
    await phone.close()
  },
)
