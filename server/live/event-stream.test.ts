import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEventStream, STREAM_HEADERS } from './event-stream.ts'
import { LIVE_LIMITS } from './limits.ts'

let server: Server
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => void server.close())

/** A client that reads nothing until it is resumed, and the response of its request. */
async function connectClient() {
  // A server that listens has a port.
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => {})
  socket.write('GET /v1/live HTTP/1.1\r\nhost: x\r\n\r\n')
  // The arguments of the event.
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  response.writeHead(200, STREAM_HEADERS)
  return { socket, response }
}

test('a client that does not read is cut off, and memory stays bounded', async () => {
  const { response } = await connectClient()
  let ends = 0
  const stream = openEventStream(response, LIVE_LIMITS, () => {
    ends += 1
  })
  const event = Buffer.alloc(16_384, 'x')
  let most = 0
  // More than the buffers of the operating system hold.
  for (let n = 0; n < 10_000 && !response.destroyed; n++) {
    stream.send(event)
    most = Math.max(most, response.writableLength)
    await turn()
  }
  expect(ends).toBe(1)
  expect(most).toBeLessThan(LIVE_LIMITS.maxBuffered + 2 * event.length)
  expect(response.destroyed).toBe(true)
  stream.send(event)
  stream.end()
  expect(ends).toBe(1)
})

test('a stream that the server ends is complete, and its connection closes', async () => {
  const { socket, response } = await connectClient()
  let ends = 0
  const stream = openEventStream(response, LIVE_LIMITS, () => {
    ends += 1
  })
  stream.send(Buffer.from('data: 1\n\n'))
  stream.end()
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  socket.resume()
  await once(socket, 'close')
  const received = Buffer.concat(pieces).toString()
  expect(received).toContain('data: 1\n\n')
  expect(received.endsWith('0\r\n\r\n')).toBe(true)
  expect(ends).toBe(1)
})

test('a client that leaves ends its stream', async () => {
  const { socket, response } = await connectClient()
  let ends = 0
  openEventStream(response, LIVE_LIMITS, () => {
    ends += 1
  })
  socket.destroy()
  await once(response, 'close')
  expect(ends).toBe(1)
})
