import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface RpcRequest {
  method: string
  params: readonly unknown[]
}

/** Passes requests of JSON-RPC on to a node, and counts the receipts that were requested. */
export interface CountingProxy {
  url: string
  /** By hash. */
  receipts: ReadonlyMap<string, number>
  close(): void
}

/** @param target the address of the node */
export async function openCountingProxy(target: string): Promise<CountingProxy> {
  const receipts = new Map<string, number>()
  const server = createServer((request, response) => {
    const pass = async () => {
      const chunks: Buffer[] = []
      // A request is a stream of buffers.
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      // The server that is tested sends JSON-RPC.
      const sent = JSON.parse(body.toString()) as RpcRequest | RpcRequest[]
      for (const { method, params } of [sent].flat())
        if (method === 'eth_getTransactionReceipt') {
          const hash = String(params[0])
          receipts.set(hash, (receipts.get(hash) ?? 0) + 1)
        }
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(target, { method: 'POST', headers, body })
      response.writeHead(answer.status, headers).end(await answer.text())
    }
    pass().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    receipts,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
