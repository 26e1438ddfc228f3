import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { acceptsEncoding } from '#server/http/compression.ts'

type Encoding = 'br' | 'gzip'

interface Variant {
  encoding: Encoding | null
  bytes: Buffer
  etag: string
}

/** A file of the built client in memory, with its precompressed variants, best first. */
export interface Asset {
  path: string
  type: string
  variants: readonly Variant[]
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const COMPRESSED: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' }
const BEST_FIRST: readonly (Encoding | null)[] = ['br', 'gzip', null]

/** Reads every file under `folder` by the path that serves it: a few megabytes. */
export async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const found = new Map<string, [Encoding | null, Buffer][]>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const file = path.join(entry.parentPath, entry.name)
    const served = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const extension = path.extname(served)
    const encoding = COMPRESSED[extension] ?? null
    const name = encoding === null ? served : served.slice(0, -extension.length)
    found.set(name, [...(found.get(name) ?? []), [encoding, await readFile(file)]])
  }
  return new Map(
    [...found]
      .filter(([, variants]) => variants.some(([encoding]) => encoding === null))
      .map(([name, variants]) => [name, assetOf(name, variants)]),
  )
}

export function assetOf(
  name: string,
  variants: readonly (readonly [Encoding | null, Buffer])[],
): Asset {
  return {
    path: name,
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    variants: variants
      .map(([encoding, bytes]) => ({ encoding, bytes, etag: etagOf(bytes) }))
      .toSorted((a, b) => BEST_FIRST.indexOf(a.encoding) - BEST_FIRST.indexOf(b.encoding)),
  }
}

/** The best variant that the browser accepts. The uncompressed one always exists. */
export function variantFor(asset: Asset, accepted: string | undefined): Variant {
  const variant = asset.variants.find(
    ({ encoding }) => encoding === null || acceptsEncoding(accepted, encoding),
  )
  if (!variant) throw new Error(`${asset.path} has no uncompressed variant`)
  return variant
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}
