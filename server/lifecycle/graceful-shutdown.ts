import type { Server } from './boot.ts'

const SHUTDOWN_LIMIT_MS = 10_000
/** npm forwards Ctrl-C to a process that has already received it from the terminal. */
const SAME_SIGNAL_MS = 1000

/**
 * The handler of Ctrl-C and SIGTERM: answers pending requests, closes the database and exits with
 * 0. A second signal exits at once with 1.
 */
export function gracefulShutdown(
  { app, close }: Pick<Server, 'close'> & { app: Pick<Server['app'], 'server'> },
  log: (line: string) => void,
  exit: (code: number) => void = process.exit,
): () => void {
  let requestedAt: number | undefined
  const end = async () => {
    log('Stopping ...')
    const limit = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_LIMIT_MS)
    await close()
    clearTimeout(limit)
    exit(0)
  }
  return () => {
    if (requestedAt !== undefined) {
      if (performance.now() - requestedAt > SAME_SIGNAL_MS) exit(1)
      return
    }
    requestedAt = performance.now()
    end().catch((error: unknown) => {
      console.error(error)
      exit(1)
    })
  }
}
