/** A pause that can be cut short. A ring while nobody waits ends the next wait at once. */
export interface Alarm {
  /** Waits at most so many milliseconds; Infinity waits for the ring. @returns whether it was rung */
  wait(ms: number): Promise<boolean>
  ring(): void
}

export function createAlarm(): Alarm {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      isRung = true
      wake?.()
    },
    async wait(ms) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = ms === Infinity ? undefined : setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
      const wasRung = isRung
      isRung = false
      return wasRung
    },
  }
}
