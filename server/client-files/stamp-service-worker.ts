import { createHash } from 'node:crypto'

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
