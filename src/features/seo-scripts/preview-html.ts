/**
 * The page requires a Trusted Types policy for any HTML. This one is only for sandboxed
 * frames, which run no scripts. Nothing else may use it.
 */
interface Policy {
  createHTML(html: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): Policy
}

/**
 * Nothing is fetched and links do nothing: they target a new window, which the sandbox blocks, and
 * their own targets are removed.
 */
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
  // Undefined in browsers without Trusted Types.
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('preview', plain) ?? plain
  return policy
}

/** SVG animations can set a removed attribute again. */
const SETS_LINK = /^(?:.*:)?(?:href|target)$/i

/** All elements of the page, including those in templates (declarative shadow roots). */
function elementsOf(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    element instanceof HTMLTemplateElement ? [element, ...elementsOf(element.content)] : [element],
  )
}

/** The attributes that could navigate the frame. */
function navigatingAttributes(element: Element): Attr[] {
  const isHtml = element instanceof HTMLElement
  // SVG and MathML links ignore the base target. Other SVG elements use href for references.
  const isOtherLink = !isHtml && (element.localName === 'a' || !(element instanceof SVGElement))
  return [...element.attributes].filter(
    ({ localName }) =>
      localName === 'target' || localName === 'formtarget' || (isOtherLink && localName === 'href'),
  )
}

/**
 * Removes what could navigate or reload the preview's frame: a sandboxed page may navigate itself.
 * @returns whether anything was removed
 */
function removeNavigation(page: Document): boolean {
  const [ownBase] = page.getElementsByTagName('base')
  let isChanged = false
  for (const element of elementsOf(page)) {
    if (element === ownBase) continue
    const isRefresh =
      element.localName === 'meta' && /refresh/i.test(element.getAttribute('http-equiv') ?? '')
    const navigating = navigatingAttributes(element)
    for (const attribute of navigating) element.removeAttributeNode(attribute)
    if (isRefresh || SETS_LINK.test(element.getAttribute('attributeName') ?? '')) element.remove()
    else if (navigating.length === 0) continue
    isChanged = true
  }
  return isChanged
}

/** Malformed markup may parse differently after serialization: parse it up to this many times. */
const MAX_PASSES = 5

/** The preview page of a script, only for the `srcdoc` of a frame with an empty `sandbox`. */
export function previewHtml(script: string): string {
  const own = previewPolicy()
  const createHTML = (text: string) => own.createHTML(text)
  let html = HEAD + script
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const page = new DOMParser().parseFromString(createHTML(html), 'text/html')
    if (!removeNavigation(page)) return createHTML(html)
    html = `<!doctype html>${page.documentElement.outerHTML}`
  }
  return createHTML(HEAD)
}
