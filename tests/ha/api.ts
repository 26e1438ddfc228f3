import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { addIngestKey, addProject, addUser, addWallet } from '#tests/support/server/builders.ts'
import { EMAIL, PROJECT, walletAt } from './load.ts'

const START_MS = 120_000
const WALLETS = 97

export interface Api {
  url: string
  child: ChildProcess
}

/** What the load needs. @returns keys of the project, whose calls per minute are limited */
export async function fillDatabase(url: string, keys: number): Promise<string[]> {
  const database = openPostgres(url)
  const { db } = database
  await migrate(db)
  await addUser(db, { email: EMAIL, role: 'admin' })
  await addProject(db, { id: PROJECT })
  for (let n = 0; n < WALLETS; n++)
    await addWallet(db, { project_id: PROJECT, wallet_address: walletAt(n) })
  const made: string[] = []
  for (let n = 0; n < keys; n++) made.push((await addIngestKey(db, PROJECT, new Date())).key)
  await database.close()
  return made
}

/** Starts a process of the API, whose output goes to a file. */
export async function startApi(
  folder: string,
  port: number,
  env: Record<string, string>,
): Promise<Api> {
  const url = `http://127.0.0.1:${port}`
  const file = path.join(folder, `api-${port}.log`)
  const output = openSync(file, 'a')
  const child = spawn(process.execPath, [process.env['SERVER_MAIN'] ?? ''], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      ...env,
      PORT: String(port),
      PUBLIC_URL: url,
    },
    stdio: ['ignore', output, output],
  })
  const end = performance.now() + START_MS
  for (;;) {
    const isUp = await fetch(`${url}/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { url, child }
    if (performance.now() > end || child.exitCode !== null)
      throw new Error(`The API did not start:\n${readFileSync(file, 'utf8')}`)
    await pause(100)
  }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

/** Ends a process: gracefully at first. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}
