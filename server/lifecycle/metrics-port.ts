import { createServer } from 'node:http'
import type { Metrics } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { hasToken, METRICS_PATH } from '#server/http/metrics.ts'
import { asPortError } from './port.ts'

/**
 * Serves `GET /metrics` on a port of its own.
 * @param token if there is one, it is needed here too
 * @throws SettingsError when the port is in use or not permitted
 */
export async function listenForMetrics(
  metrics: Metrics,
  { port, host, token }: { port: number; host: string; token: string | null },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== METRICS_PATH) {
      answer(404, 'Not found\n')
      return
    }
    if (token !== null && !hasToken(request.headers.authorization, token)) {
      answer(401, 'Please authenticate\n')
      return
    }
    metrics.expose().then(
      ({ type, text }) => answer(200, text, type),
      (error: unknown) => {
        console.error(`Metrics: ${messageOf(error)}`)
        answer(500, 'Internal server error\n')
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(asPortError(error, { port, host }, 'SALEROOM_METRICS_PORT')),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
