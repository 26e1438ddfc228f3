/** The product's name, in one place. */
export const PRODUCT_NAME = 'Saleroom'

/** The title of the browser tab: the page's title, then the product. */
export function documentTitle(pageTitle: string): string {
  return `${pageTitle} · ${PRODUCT_NAME}`
}
