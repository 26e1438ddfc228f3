import { bootServer, describeDatabase, type Server } from '#server/lifecycle/boot.ts'
import { gracefulShutdown } from '#server/lifecycle/graceful-shutdown.ts'
import { asPortError, requireFreePort } from '#server/lifecycle/port.ts'
import { startupMessage } from '#server/lifecycle/startup-message.ts'
import { SettingsError } from './settings-error.ts'
import { readSettings, type Settings } from './settings.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const log = (line: string) => console.log(line)

/** The database that is served: scripts/start.mjs remembers it. */
export const served = await start()

async function start(): Promise<{ isDemo: boolean; name: string; folder: string | null }> {
  try {
    const settings = readSettings(process.env)
    // First, before the database is opened: a taken port is the most common error.
    await requireFreePort(settings)
    if (settings.metricsPort !== null)
      await requireFreePort(
        { port: settings.metricsPort, host: settings.host },
        'SALEROOM_METRICS_PORT',
      )
    // Nothing is served yet, and the database rolls back what is not committed.
    const quit = () => process.exit(0)
    for (const signal of SIGNALS) process.on(signal, quit)
    const server = await bootServer(settings, log)
    for (const signal of SIGNALS) process.off(signal, quit)
    const stop = gracefulShutdown(server, log)
    for (const signal of SIGNALS) process.on(signal, stop)
    await server.app
      .listen({ port: settings.port, host: settings.host })
      .catch((error: unknown) => {
        throw asPortError(error, settings)
      })
    const { isDemo } = server
    const name = describeDatabase(settings)
    log(startupMessage({ isDemo, url: listeningUrl(server, settings), database: name }))
    return { isDemo, name, folder: settings.databaseUrl === null ? settings.dataFolder : null }
  } catch (error) {
    if (error instanceof SettingsError) console.error(error.message)
    else console.error(error)
    return process.exit(1)
  }
}

/** The public URL, with the real port when PORT=0 lets the system choose one. */
function listeningUrl(server: Server, { publicUrl }: Settings): string {
  const address = server.app.server.address()
  return typeof address === 'object' && address !== null
    ? publicUrl.replace(/:0$/, `:${address.port}`)
    : publicUrl
}
