import type { Server } from './boot.ts'

const SHUTDOWN_LIMIT_MS = 10_000
/** npm hands Ctrl-C on to a process that the terminal has told already. */
const SAME_SIGNAL_MS = 1000

/**
 * What Ctrl-C and SIGTERM do: requests in flight are answered, the database is closed, then it ends
 * with 0. Whoever asks once more doesn't want to wait: it ends at once, with 1.
 */
export function gracefulShutdown(
  { app, close }: Pick<Server, 'close'> & { app: Pick<Server['app'], 'server'> },
  say: (line: string) => void,
  exit: (code: number) => void = process.exit,
): () => void {
  let askedAt: number | undefined
  const end = async () => {
    say('Stopping ...')
    const limit = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_LIMIT_MS)
    await close()
    clearTimeout(limit)
    exit(0)
  }
  return () => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > SAME_SIGNAL_MS) exit(1)
      return
    }
    askedAt = performance.now()
    end().catch((error: unknown) => {
      console.error(error)
      exit(1)
    })
  }
}
