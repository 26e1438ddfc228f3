import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '#scripts/free-port.mjs'

/** A way to a port of 127.0.0.1 that can be cut, as a network is. */
export interface Link {
  port: number
  /** Nothing arrives any more, and no end can tell: all connections stay open, and new ones open. */
  cut(): void
  /** What was sent arrives. */
  restore(): void
  close(): void
}

interface Pair {
  near: Socket
  far: Socket
}

/** Opens a way to a port. */
export async function openLink(target: number): Promise<Link> {
  const pairs = new Set<Pair>()
  let isCut = false

  const join = ({ near, far }: Pair) => {
    if (near.destroyed || far.destroyed) {
      near.destroy()
      far.destroy()
      return
    }
    near.pipe(far)
    far.pipe(near)
  }

  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(target, '127.0.0.1')
    const pair = { near, far }
    pairs.add(pair)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.setNoDelay(true)
      // The close event follows.
      one.on('error', () => {})
      one.on('close', () => {
        if (isCut) return
        pairs.delete(pair)
        other.destroy()
      })
    }
    if (!isCut) join(pair)
  })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')

  return {
    port,
    cut() {
      isCut = true
      for (const { near, far } of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    restore() {
      isCut = false
      for (const pair of pairs) {
        join(pair)
        if (pair.near.destroyed) pairs.delete(pair)
      }
    },
    close() {
      server.close()
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
    },
  }
}
