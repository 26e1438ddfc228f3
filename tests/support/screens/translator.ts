import type { Page } from '@playwright/test'

/**
 * Translates the page as browsers do, now and whenever it changes: each text node is replaced by an
 * element with two others in it. The texts stay, so that they can be read.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node instanceof Text && node.data.trim() !== '') texts.push(node)
      for (const text of texts) {
        const { parentElement: parent } = text
        if (!parent || parent.closest('font, script, style, textarea')) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = text.data
        outer.append(inner)
        parent.replaceChild(outer, text)
      }
    }
    translate(document.body)
    // As the translator does it: a moment after the page has changed.
    let timer: ReturnType<typeof setTimeout> | undefined
    new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => translate(document.body), 50)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
