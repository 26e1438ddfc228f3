/**
 * A sandboxed frame runs no script whatever it is given; this policy exists because the page lets
 * no text become HTML without one (decisions 25). Nothing else may use it.
 */
interface Policy {
  createHTML(html: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): Policy
}

/** Nothing is fetched and no link leads anywhere: a sandbox without popups opens no new window. */
const HEAD = `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<base target="_blank">
<style>
:root { color-scheme: dark; }
body { margin: 16px; background: #0a0c0e; color: #edf0f2; font: 13px/20px 'Inter Variable', system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: #78b4ff; text-decoration: none; }
</style>
`

let policy: Policy | null = null

function previewPolicy(): Policy {
  const plain: Policy = { createHTML: (html) => html }
  // Browsers without Trusted Types have no such object.
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('preview', plain) ?? plain
  return policy
}

/** The page of a script's preview, for the `srcdoc` of a frame with an empty `sandbox` alone. */
export function previewHtml(script: string): string {
  return previewPolicy().createHTML(HEAD + script)
}
