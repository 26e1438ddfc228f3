import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { until } from '#tests/support/server/until.ts'
import { openLink } from './link.ts'

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that returns what it receives, behind a link. */
async function openEcho() {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address with it.
  const link = await openLink((server.address() as AddressInfo).port)
  closing.push(
    () => link.close(),
    () => server.close(),
  )
  return link
}

async function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.on('data', (chunk) => (received += chunk.toString()))
  socket.on('close', () => (isClosed = true))
  closing.push(() => socket.destroy())
  await once(socket, 'connect')
  return { socket, received: () => received, isClosed: () => isClosed }
}

test('a cut link delivers nothing and closes nothing, and delivers it all once it is restored', async () => {
  const link = await openEcho()
  const old = await open(link.port)
  old.socket.write('before ')
  await until(() => expect(old.received()).toBe('before '))
  link.cut()
  const young = await open(link.port)
  old.socket.write('during')
  young.socket.write('new')
  // Another link shows that there was time for it.
  const other = await open((await openEcho()).port)
  other.socket.write('other')
  await until(() => expect(other.received()).toBe('other'))
  expect([old.received(), young.received()]).toEqual(['before ', ''])
  expect([old.isClosed(), young.isClosed()]).toEqual([false, false])
  link.restore()
  await until(() => expect([old.received(), young.received()]).toEqual(['before during', 'new']))
})

test('the end of one side ends the other', async () => {
  const link = await openEcho()
  const { socket, isClosed } = await open(link.port)
  link.close()
  socket.write('late')
  await until(() => expect(isClosed()).toBe(true))
})
