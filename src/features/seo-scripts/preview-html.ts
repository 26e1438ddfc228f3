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

/**
 * Nothing is fetched and no link leads anywhere: a sandbox without popups opens no new window, and a
 * link keeps no target of its own.
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
  // Browsers without Trusted Types have no such object.
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('preview', plain) ?? plain
  return policy
}

/** SVG's own animation can give a link what its markup has lost. */
const SETS_LINK = /^(?:.*:)?(?:href|target)$/i

/** Every element of the page, those that a template turns into a shadow tree too. */
function elementsOf(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    element instanceof HTMLTemplateElement ? [element, ...elementsOf(element.content)] : [element],
  )
}

/** What of an element would lead the frame that it stands in elsewhere. */
function leadingAttributes(element: Element): Attr[] {
  const isHtml = element instanceof HTMLElement
  // Links of SVG and MathML pay no heed to the base of the page; other elements of SVG refer by theirs.
  const isOtherLink = !isHtml && (element.localName === 'a' || !(element instanceof SVGElement))
  return [...element.attributes].filter(
    ({ localName }) =>
      localName === 'target' || localName === 'formtarget' || (isOtherLink && localName === 'href'),
  )
}

/**
 * Takes away what opens a link in the preview's own frame, or reloads it: a sandbox lets a page lead
 * its own frame elsewhere.
 * @returns whether there was any
 */
function holdLinks(page: Document): boolean {
  const [ownBase] = page.getElementsByTagName('base')
  let isChanged = false
  for (const element of elementsOf(page)) {
    if (element === ownBase) continue
    const isRefresh =
      element.localName === 'meta' && /refresh/i.test(element.getAttribute('http-equiv') ?? '')
    const leading = leadingAttributes(element)
    for (const attribute of leading) element.removeAttributeNode(attribute)
    if (isRefresh || SETS_LINK.test(element.getAttribute('attributeName') ?? '')) element.remove()
    else if (leading.length === 0) continue
    isChanged = true
  }
  return isChanged
}

/** Broken markup may read otherwise once it is written out: so often it is read again. */
const MAX_READINGS = 5

/** The page of a script's preview, for the `srcdoc` of a frame with an empty `sandbox` alone. */
export function previewHtml(script: string): string {
  const own = previewPolicy()
  const createHTML = (text: string) => own.createHTML(text)
  let html = HEAD + script
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const page = new DOMParser().parseFromString(createHTML(html), 'text/html')
    if (!holdLinks(page)) return createHTML(html)
    html = `<!doctype html>${page.documentElement.outerHTML}`
  }
  return createHTML(HEAD)
}
