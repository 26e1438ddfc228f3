import type { ServerResponse } from 'node:http'
import type { LiveLimits } from './limits.ts'

/** Each stream has a connection of its own, which closes with it. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

export const COMMENT = Buffer.from(':\n\n')

export interface EventStream {
  /** Ends the stream instead if its client does not read. */
  send(event: Buffer): void
  end(): void
}

/**
 * Sends the head and a comment, because some proxies hold a head back until the body begins.
 * @param onEnd is called once, whichever side ends it
 */
export function openEventStream(
  response: ServerResponse,
  limits: Pick<LiveLimits, 'maxBuffered' | 'linger'>,
  onEnd: () => void,
): EventStream {
  let isOver = false
  const finish = () => {
    if (isOver) return
    isOver = true
    onEnd()
  }
  response.on('error', () => {})
  response.once('close', finish)
  response.write(COMMENT)
  return {
    send(event) {
      if (isOver) return
      response.write(event)
      if (response.writableLength <= limits.maxBuffered) return
      finish()
      response.destroy()
    },
    end() {
      if (isOver) return
      finish()
      const timer = setTimeout(() => response.destroy(), limits.linger)
      timer.unref()
      response.once('close', () => clearTimeout(timer))
      response.end()
    },
  }
}
