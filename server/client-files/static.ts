import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppConfig, Clock } from '#server/dependencies.ts'
import { contentSecurityPolicy } from '#server/http/headers.ts'
import { keepPreviousAssets } from './previous-assets.ts'
import { assetOf, readAssets, variantFor, type Asset } from './static-files.ts'

const ONE_YEAR_S = 31_536_000
const ONE_HOUR_S = 3600
/** Files that a browser must revalidate, so that it finds the next build. */
const REVALIDATED = new Set(['/index.html', '/sw.js', '/manifest.webmanifest'])
const IMMUTABLE = `public, max-age=${ONE_YEAR_S}, immutable`

/**
 * Serves the built client. Hashed assets are immutable, including those of previous builds, which
 * open tabs still request. Other files are revalidated. A browser that navigates to a path without
 * an extension gets the page. A missing file is a 404, because a browser would run the page as a
 * script; so is a program's request (/metrics, /readyz), because 200 would mislead it.
 */
export async function serveClient(
  app: FastifyInstance,
  config: AppConfig,
  folder: string,
  clock: Clock,
): Promise<void> {
  const assets = await readAssets(folder)
  const previous =
    config.previousAssetsFolder === null
      ? new Map<string, string>()
      : await keepPreviousAssets(config.previousAssetsFolder, folder, clock)
  const policy = contentSecurityPolicy(config.mediaOrigins)
  if (config.collectsVitals) markPage(assets)
  const index = assets.get('/index.html')
  const worker = textOf(assets, '/sw.js')
  // The page's own text too: the build doesn't know the mark.
  const stamp = `${policy}${textOf(assets, '/index.html') ?? ''}`
  if (worker !== null) replaceText(assets, '/sw.js', stampServiceWorker(worker, stamp))

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (/^\/v1(?:\/|$)/.test(path)) return reply.callNotFound()
    void reply.header('content-security-policy', policy)
    const asset = assets.get(path === '/' ? '/index.html' : path)
    if (asset) return sendAsset(request, reply, asset, cacheControl(asset.path))
    const file = previous.get(path)
    if (file !== undefined) return sendAsset(request, reply, await readOne(file, path), IMMUTABLE)
    if (!index || !isNavigation(request) || path.startsWith('/assets/') || /\.[^/]+$/.test(path))
      return reply
        .code(404)
        .type('text/plain')
        .header('cache-control', 'no-store')
        .send('Not found')
    sendAsset(request, reply, index, 'no-cache')
    return reply.header('vary', 'accept, accept-encoding')
  })
}

function textOf(assets: ReadonlyMap<string, Asset>, name: string): string | null {
  const plain = assets.get(name)?.variants.find(({ encoding }) => encoding === null)
  return plain?.bytes.toString() ?? null
}

function replaceText(assets: Map<string, Asset>, name: string, text: string): void {
  const bytes = Buffer.from(text)
  const variants = [
    ['br', brotliCompressSync(bytes)],
    ['gzip', gzipSync(bytes)],
    [null, bytes],
  ] as const
  assets.set(name, assetOf(name, variants))
}

/** Tells the app to measure itself (src/main.tsx), without a request of its own. */
function markPage(assets: Map<string, Asset>): void {
  const page = textOf(assets, '/index.html')
  if (page === null) return
  const marked = page.replace('<title>', '<meta name="vitals" content="on" />\n    <title>')
  replaceText(assets, '/index.html', marked)
}

function pathOf(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?', 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a browser navigates to the path: programs send no text/html. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return /(?:^|[\s,])text\/html(?:$|[\s;,])/i.test(headers.accept ?? '')
}

function cacheControl(path: string): string {
  if (REVALIDATED.has(path)) return 'no-cache'
  return path.startsWith('/assets/') ? IMMUTABLE : `public, max-age=${ONE_HOUR_S}`
}

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  caching: string,
): FastifyReply {
  const { encoding, bytes, etag } = variantFor(asset, request.headers['accept-encoding'])
  void reply.header('cache-control', caching).header('vary', 'accept-encoding').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding !== null) void reply.header('content-encoding', encoding)
  return reply.type(asset.type).send(bytes)
}

async function readOne(file: string, path: string): Promise<Asset> {
  return assetOf(path, [[null, await readFile(file)]])
}

/** The page in the worker's precache list, with its two fields in either order. */
const PAGE_ENTRY =
  /\{"revision":"(?<one>[^"]*)","url":"index\.html"\}|\{"url":"index\.html","revision":"(?<two>[^"]*)"\}/

/**
 * Makes the page's revision in the worker's source depend on the page's headers too. An installed
 * app caches the page with its headers: otherwise a new Content-Security-Policy would never reach
 * it.
 */
export function stampServiceWorker(source: string, pageHeaders: string): string {
  const stamp = createHash('sha256').update(pageHeaders).digest('hex').slice(0, 8)
  return source.replace(PAGE_ENTRY, (_entry, one: string | undefined, two: string | undefined) =>
    JSON.stringify({ revision: `${one ?? two ?? ''}-${stamp}`, url: 'index.html' }),
  )
}
