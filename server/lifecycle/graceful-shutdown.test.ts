import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gracefulShutdown } from './graceful-shutdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose `close` is pending until the test calls `end`. */
function startServer() {
  let end = () => {}
  const closing = new Promise<void>((resolve) => {
    end = resolve
  })
  const exits: number[] = []
  const server = { app: { server: createServer() }, close: () => closing }
  const stop = gracefulShutdown(
    server,
    () => {},
    (code) => exits.push(code),
  )
  return { stop, exits, end }
}

test('a signal that npm sends twice does not force the exit', async () => {
  const { stop, exits, end } = startServer()
  stop()
  vi.advanceTimersByTime(100)
  stop()
  expect(exits).toEqual([])
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(exits).toEqual([0])
})

test('a later second signal exits at once', () => {
  const { stop, exits } = startServer()
  stop()
  vi.advanceTimersByTime(1500)
  stop()
  expect(exits).toEqual([1])
})
