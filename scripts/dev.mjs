import { createServer } from 'node:http'
import { requireRememberedSale } from './last-sale.mjs'
import { ensurePackages, requireNode } from './prerequisites.mjs'
import { loadSettingsFile } from './settings-file.mjs'

// `npm run dev`: one process on one port. Vite serves the app with hot reload; requests under /v1 go
// to the API, which Vite loads from TypeScript. Changes under server/ take effect on the next start.

requireNode()
loadSettingsFile()
requireRememberedSale()
await ensurePackages()
const { createServer: createVite } = await import('vite')
const { root } = await import('./sources.mjs')

const http = createServer()
const vite = await createVite({
  root,
  appType: 'spa',
  server: { middlewareMode: true, hmr: { server: http } },
})
/** @type {{ port: number, host: string, startupMessage: string, handle(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse): void, close(): Promise<void> } | string} */
const api = await (await vite.ssrLoadModule('/server/dev.ts'))['openDev']()
if (typeof api === 'string') {
  console.error(api)
  process.exit(1)
}

http.on('request', (request, response) => {
  if (/^\/v1(?:[/?]|$)/.test(request.url ?? '')) api.handle(request, response)
  else vite.middlewares(request, response)
})
http.listen(api.port, api.host, () => console.log(`${api.startupMessage} (development)`))

const stop = async () => {
  http.closeAllConnections()
  http.close()
  await vite.close()
  await api.close()
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
