import { messageOf } from '#server/error-message.ts'

export interface BackgroundLoop {
  /** Waits for the work in progress. */
  stop(): Promise<void>
}

/**
 * Runs work again and again, `pauseMs` after it has ended, until it is stopped. A failure is logged, and
 * does not end the loop.
 * @param work gets a function that is true once it should end
 */
export function startLoop(
  name: string,
  pauseMs: number,
  work: (isStopped: () => boolean) => Promise<unknown>,
  log: (message: string) => void,
): BackgroundLoop {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const round = async () => {
    try {
      await work(() => isStopped)
    } catch (error) {
      if (!isStopped) log(`${name}: ${messageOf(error)}`)
    }
    if (!isStopped) schedule()
  }
  const schedule = () => {
    timer = setTimeout(() => {
      running = round()
    }, pauseMs)
    timer.unref()
  }
  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
