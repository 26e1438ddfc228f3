import { createHash } from 'node:crypto'

/** The page in the worker's list of files, in either order of its two fields. */
const SHELL =
  /\{"revision":"(?<one>[^"]*)","url":"index\.html"\}|\{"url":"index\.html","revision":"(?<two>[^"]*)"\}/

/**
 * The worker's source with the page's revision made to depend on the page's headers too. An
 * installed app keeps the page together with the headers that it came with: without this a new
 * Content-Security-Policy would never reach it.
 */
export function stampServiceWorker(source: string, pageHeaders: string): string {
  const stamp = createHash('sha256').update(pageHeaders).digest('hex').slice(0, 8)
  return source.replace(SHELL, (_entry, one: string | undefined, two: string | undefined) =>
    JSON.stringify({ revision: `${one ?? two ?? ''}-${stamp}`, url: 'index.html' }),
  )
}
