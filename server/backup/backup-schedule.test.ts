import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupName } from './backup-folder.ts'
import { scheduledWork } from './backup-schedule.ts'
import type { BackUp } from './backups.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const MINUTE_MS = 60_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-schedule-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Checks every minute, as the server does, and records the minutes at which backups were made. */
function runServer(backUp?: BackUp) {
  const made: number[] = []
  let minute = 0
  const clock = { now: () => new Date(START + minute * MINUTE_MS) }
  const write: BackUp = async (where, keep) => {
    made.push(minute)
    expect([where, keep]).toEqual([folder, 14])
    const file = path.join(where, backupName(clock.now()))
    writeFileSync(file, '')
    return { file, bytes: 1, seconds: 1, warning: null }
  }
  const start = () =>
    scheduledWork({
      backUp: backUp ?? write,
      plan: { folder, everyHours: 2, keep: 14 },
      clock,
      log: () => {},
    })
  let check = start()
  return {
    made,
    restart: () => {
      check = start()
    },
    async passTo(end: number) {
      const errors: number[] = []
      for (; minute < end; minute++) await check().catch(() => errors.push(minute))
      return errors
    },
  }
}

test('the first check makes a backup, and the next ones follow by the plan', async () => {
  const server = runServer()
  await server.passTo(300)
  expect(server.made).toEqual([0, 120, 240])
})

test('a restart does not change when the next backup is due', async () => {
  const server = runServer()
  await server.passTo(100)
  server.restart()
  await server.passTo(130)
  expect(server.made).toEqual([0, 120])
})

test('a backup from the future does not prevent new ones', async () => {
  writeFileSync(path.join(folder, 'saleroom-20990101T000000Z.tar.gz'), '')
  const server = runServer()
  await server.passTo(130)
  expect(server.made).toEqual([0, 120])
})

test('a failed backup is tried again after a quarter of an hour', async () => {
  const server = runServer(() => Promise.reject(new Error('disk full')))
  expect(await server.passTo(40)).toEqual([0, 16, 32])
})
