import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the range that systems take connections' own ports from: a server that restarts finds its
 * port free again, whatever connected to something else meanwhile.
 */
const [FIRST, END] = [20_000, 32_000]
const TRIES = 100

/**
 * A port of 127.0.0.1 that nobody has at this moment.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port between ${FIRST} and ${END}`)
}

/** @param {number} port */
async function isFree(port) {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
