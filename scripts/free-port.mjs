import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ephemeral port range of all systems, so that no outgoing connection takes a server's port
 * while the server restarts.
 */
const [FIRST, END] = [20_000, 32_000]
const MAX_ATTEMPTS = 100

/**
 * A port of 127.0.0.1 that is free now.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
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
