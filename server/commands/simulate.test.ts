import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { runCommand } from '#server/admin/run-command.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import type { RunningSale } from '#server/db/projects/running-sales.ts'
import { savePlan } from '#server/db/stages/save-plan.ts'
import { simulate } from '#server/demo/simulation.ts'
import { SettingsError } from '#server/settings-error.ts'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'
import { sendEvents } from './event-sender.ts'
import { withTemporaryKeys } from './simulate.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  for (const id of ['AURA', 'HELIX']) await addProject(t.db, { id })
})
afterAll(() => t.close())

const run = (command: string, args: readonly string[]) =>
  runCommand({ db: t.db, now: t.clock.now(), operator: 'tests' }, { command, operator: '', args })
const countValidKeys = async () =>
  (await t.db.selectFrom('ingest_keys').select('id').where('revoked_at', 'is', null).execute())
    .length

test.each([
  ['work that fails', ['AURA', 'HELIX'], 2, 'the server is away'],
  ['a key that cannot be created', ['AURA', 'NOSUCH'], null, 'NOSUCH'],
])('no key is left after %s', async (_what, projects, count, message) => {
  let seen: number | null = null
  const running = withTemporaryKeys({ run }, { name: 'temporary', projects }, async (keys) => {
    seen = await countValidKeys()
    expect([...keys.values()].every((key) => key.startsWith('ingest_'))).toBe(true)
    throw new Error('the server is away')
  })
  await expect(running).rejects.toThrow(message)
  expect([seen, await countValidKeys()]).toEqual([count, 0])
})

test('simulated purchases are of the stage that runs, at its price', async () => {
  const place = { project_id: 'AURA', wallet_address: '0xa1' }
  await addWallet(t.db, place)
  const buy = (stage_name: string | null, minute: number, status: 'completed' | 'failed') =>
    addTransaction(t.db, {
      ...place,
      stage_name,
      status,
      payment_usd_amount: '10',
      tokens_bought: '40',
      created_at: new Date(Date.UTC(2026, 10, 20, 10, minute)),
    })
  await buy('stage 4', 1, 'completed')
  await buy('OTC', 2, 'completed')
  await buy(null, 3, 'completed')
  await buy('Stage 5', 4, 'failed')
  const stageOf = async (id: string) => {
    // The command prints them.
    const sales = JSON.parse(await run('sales', [])) as RunningSale[]
    return sales.find(({ project_id }) => project_id === id)?.stage
  }
  expect(await stageOf('AURA')).toEqual({ name: 'OTC', price_usd: 0.25 })
  expect(await stageOf('HELIX')).toBeNull()
  const planned = { id: null, also: [], supply: null, starts_at: null, ends_at: null }
  await inTransaction(t.db, (tx) =>
    savePlan(
      tx,
      'AURA',
      {
        stages: [{ ...planned, name: 'Stage 4', price_usd: '0.024' }],
        soft_cap_usd: null,
        hard_cap_usd: null,
        count_bonuses: false,
      },
      [],
      { at: t.clock.now(), by: 'tests' },
    ),
  )
  const stage = await stageOf('AURA')
  expect(stage).toEqual({ name: 'Stage 4', price_usd: 0.024 })

  const start = t.clock.now()
  const simulation = simulate(
    [{ projectId: 'AURA', codes: [], stage: { name: 'Stage 4', priceUsd: 0.024 } }],
    { rate: 20, run: 'run', start, random: randomNumbers(3) },
  )
  const purchases = simulation
    .advance(new Date(start.getTime() + 60_000))
    .flatMap(({ event }) => (event.kind === 'transaction' ? event : []))
    .filter(({ tokens_bought }) => tokens_bought !== null)
  expect(purchases.length).toBeGreaterThan(0)
  for (const { stage_name, payment_usd_amount, tokens_bought } of purchases) {
    expect(stage_name).toBe('Stage 4')
    expect(Number(payment_usd_amount) / Number(tokens_bought)).toBeCloseTo(0.024, 5)
  }
})

const event = {
  id: 'w',
  kind: 'wallet',
  occurred_at: '2026-11-20T12:00:00Z',
  wallet_address: `0x${'0'.repeat(40)}`,
} as const

test('a key that the server does not know is reported as a wrong database, without a stack', async () => {
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const key = `ingest_${'A'.repeat(43)}`
  const sending = sendEvents({ url, projectId: 'AURA', key }, [event])
  await expect(sending).rejects.toThrow(SettingsError)
  await expect(sending).rejects.toThrow(`The server on ${url} does not know the key: it serves`)
})

test('sending to an unreachable server stops at once when it is aborted', async () => {
  const stop = new AbortController()
  const target = { url: `http://127.0.0.1:${await freePort()}`, projectId: 'AURA', key: 'none' }
  const sending = sendEvents(target, [event], stop.signal)
  setTimeout(() => stop.abort(), 50)
  expect(await sending).toEqual({ results: [], latenciesMs: [] })
})
