import type { IncomingMessage, ServerResponse } from 'node:http'
import { bootServer, describeDatabase } from '#server/lifecycle/boot.ts'
import { requireFreePort } from '#server/lifecycle/port.ts'
import { startupMessage } from '#server/lifecycle/startup-message.ts'
import { SettingsError } from './settings-error.ts'
import { readSettings } from './settings.ts'

export interface DevApi {
  port: number
  host: string
  /** Printed once the development server listens. */
  startupMessage: string
  /** Handles a request of `/v1`. */
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/**
 * The API for the development server, in its process. Vite serves the client.
 * @returns the text of a SettingsError when the API cannot start
 */
export async function openDev(): Promise<DevApi | string> {
  try {
    const settings = readSettings(process.env)
    const { port, host, publicUrl: url } = settings
    await requireFreePort(settings)
    const overrides = { clientFolder: null, checksResponses: true }
    const { app, isDemo, close } = await bootServer(
      settings,
      (line) => console.log(line),
      overrides,
    )
    await app.ready()
    const handle: DevApi['handle'] = (request, response) => app.routing(request, response)
    return {
      port,
      host,
      startupMessage: startupMessage({ isDemo, url, database: describeDatabase(settings) }),
      handle,
      close,
    }
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}
