import type { IncomingMessage, ServerResponse } from 'node:http'
import { bootServer } from './boot.ts'
import { readSettings } from './settings.ts'

export interface DevApi {
  /** Answers a request of `/v1`. */
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/** The API for the development server, in its process: the app's pages are Vite's. */
export async function openDev(): Promise<DevApi> {
  const { app, close } = await bootServer(readSettings(process.env), (line) => console.log(line), {
    clientFolder: null,
    checksAnswers: true,
  })
  await app.ready()
  return { handle: (request, response) => app.routing(request, response), close }
}
