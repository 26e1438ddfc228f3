import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A running LISTEN. */
export interface Listening {
  end(): Promise<void>
}

export interface ListenEvents {
  onNotify(): void
  /** The connection broke: nothing is notified any more. */
  onLost(error: Error): void
}

/** Starts to listen on a channel. Rejects if the database can't be reached. */
export type Listen = (channel: string, events: ListenEvents) => Promise<Listening>

const CONNECT_TIMEOUT_MS = 10_000
const END_TIMEOUT_MS = 1000
const UNREF = { ref: false }

const endQuietly = (client: pg.Client) => client.end().catch(() => {})

/** LISTEN on a connection of its own. A pooler in transaction mode accepts it but delivers nothing. */
export const listenAt =
  (url: string): Listen =>
  async (channel, { onNotify, onLost }) => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'saleroom live',
    })
    let isOver = false
    const lose = (reason: Error) => {
      if (isOver) return
      isOver = true
      onLost(reason)
      void endQuietly(client)
    }
    // From the start: an error event without a listener ends the process.
    let isConnected = false
    client.on('error', (error) => {
      if (isConnected) lose(error)
    })
    client.on('notification', onNotify)
    try {
      await client.connect()
      isConnected = true
      client.on('end', () => lose(new Error('The connection has ended')))
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      isOver = true
      void endQuietly(client)
      throw error
    }
    return {
      async end() {
        isOver = true
        // A network that is gone never answers.
        await Promise.race([endQuietly(client), pause(END_TIMEOUT_MS, null, UNREF)])
      },
    }
  }

/**
 * LISTEN on the only connection of an embedded database: notifications arrive with the answer of the
 * statement that commits. The connection keeps listening after the end; it may be shared.
 */
export const listenInPool =
  (pool: pg.Pool): Listen =>
  async (channel, { onNotify }) => {
    const client = await pool.connect()
    try {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } finally {
      client.release()
    }
    client.on('notification', onNotify)
    return { end: async () => void client.off('notification', onNotify) }
  }
