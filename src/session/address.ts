/** The server's origin: the origin of this page unless the build sets VITE_API_URL. */
const API_ORIGIN: string = (import.meta.env['VITE_API_URL'] ?? '').replace(/\/+$/, '')

const BASE_PATH = '/v1'

/** Query params by name: an array repeats its key; null and undefined are left out. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>

/** Array params repeat the key, without indices or brackets (contract.md). */
export function toQueryString(query: Query): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'object') for (const item of value) params.append(key, item)
    else params.append(key, String(value))
  }
  return params.toString()
}

/** The path of a call with its `:param` segments filled in and escaped. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (segment, name: string) =>
    encodeURIComponent(params[name] ?? segment),
  )
}

/**
 * The full address of a call. A path that could lead to another host is refused, because requests
 * carry the access token and the anti-forgery token.
 */
export function apiAddress(path: string, query: Query = {}): string {
  if (!/^\/(?![/\\])/.test(path)) throw new Error(`Not a path of the API: ${path}`)
  const params = toQueryString(query)
  const joint = path.includes('?') ? '&' : '?'
  return `${API_ORIGIN}${BASE_PATH}${path}${params === '' ? '' : `${joint}${params}`}`
}

/**
 * The address of a project's public file. An `api_url` of null means this app's own API.
 * Never send a token to it.
 */
export function publicFileAddress(apiUrl: string | null, path: string): string {
  const origin = apiUrl === null ? API_ORIGIN : apiUrl.replace(/\/+$/, '')
  return `${origin}${BASE_PATH}${path.startsWith('/') ? path : `/${path}`}`
}

/** The anti-forgery token from the server's cookie. Requests send it back in a header. */
export function xsrfToken(cookies: string = globalThis.document?.cookie ?? ''): string | null {
  for (const pair of cookies.split('; ')) {
    if (!pair.startsWith('XSRF-TOKEN=')) continue
    try {
      return decodeURIComponent(pair.slice('XSRF-TOKEN='.length))
    } catch {
      return null
    }
  }
  return null
}
