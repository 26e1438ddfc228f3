import { createServer } from 'node:http'
import { createServer as createVite } from 'vite'
import { root } from './sources.mjs'

// One process and one port: Vite serves the app with hot reload, and what asks for /v1 goes to the
// API, which Vite loads from its TypeScript. A change under server/ takes effect on the next start.

const port = Number(process.env['PORT'] ?? 3000)
const host = process.env['HOST'] ?? '127.0.0.1'

const http = createServer()
const vite = await createVite({
  root,
  appType: 'spa',
  server: { middlewareMode: true, hmr: { server: http } },
})
/** @type {{ handle(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse): void, close(): Promise<void> }} */
const api = await (await vite.ssrLoadModule('/server/dev.ts'))['openDev']()

http.on('request', (request, response) => {
  if (/^\/v1(?:[/?]|$)/.test(request.url ?? '')) api.handle(request, response)
  else vite.middlewares(request, response)
})
http.on('error', (error) => {
  const reason = 'code' in error && error.code === 'EADDRINUSE' ? 'is taken' : error.message
  console.error(`Port ${port} ${reason}. Set PORT to another one.`)
  process.exit(1)
})
http.listen(port, host, () => console.log(`Saleroom (development) on http://localhost:${port}`))

const stop = async () => {
  http.closeAllConnections()
  http.close()
  await vite.close()
  await api.close()
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
