/** Runs a request when it is its turn, and resolves as it does. */
export type Pace = <Result>(send: () => Promise<Result>) => Promise<Result>

const SECOND_MS = 1000

/** Lets requests start in their order: so many at a time, and so many within any second. */
export function createPace({ atOnce = 4, perSecond = 10 } = {}): Pace {
  const waiting: (() => void)[] = []
  /** Of the last second. */
  let starts: number[] = []
  let running = 0
  let timer: NodeJS.Timeout | undefined

  const startNext = () => {
    if (timer !== undefined) return
    while (waiting.length > 0 && running < atOnce) {
      const now = performance.now()
      starts = starts.filter((start) => start > now - SECOND_MS)
      const [first] = starts
      if (first !== undefined && starts.length >= perSecond) {
        timer = setTimeout(
          () => {
            timer = undefined
            startNext()
          },
          first + SECOND_MS - now,
        )
        return
      }
      starts.push(now)
      running += 1
      waiting.shift()?.()
    }
  }

  return async (send) => {
    await new Promise<void>((start) => {
      waiting.push(start)
      startNext()
    })
    try {
      return await send()
    } finally {
      running -= 1
      startNext()
    }
  }
}
