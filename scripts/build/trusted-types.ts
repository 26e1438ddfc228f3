type Rules = {
  [Kind in 'createHTML' | 'createScript' | 'createScriptURL']?: (text: string) => string | null
}
type Policy = { createScriptURL: (url: string) => string }
type PolicyFactory = {
  defaultPolicy: unknown
  createPolicy: (name: string, rules: Rules) => Policy
}

/** Absent in a browser without Trusted Types; the DOM library has no type for it. */
const factory = () => (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

/**
 * Adds the policy that applies where the code names none. The app's libraries use innerHTML while they
 * load: it allows blank HTML, which style sheets start with, and the service worker's URL.
 */
export function addDefaultPolicy(): void {
  if (factory()?.defaultPolicy) return
  factory()?.createPolicy('default', {
    createHTML: (html) => (html.trim() === '' ? html : null),
    createScriptURL: (url) => (url === '/sw.js' ? url : null),
    createScript: () => null,
  })
}

/** Returns the function that gives the URL of a chunk, for this build's chunks only. */
export function chunkPolicy(files: readonly string[]): (file: string) => string {
  const createScriptURL = (file: string) => {
    if (!files.includes(file)) throw new TypeError(`${file} is not a chunk of this build`)
    return `/assets/${file}`
  }
  const policy = factory()?.createPolicy('chunks', { createScriptURL }) ?? { createScriptURL }
  return (file) => policy.createScriptURL(file)
}
