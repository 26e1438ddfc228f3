import { parseUrl } from '#src/domain/text/parse-url.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'

/** The links of a payment token's chain, as a project has them. */
export type Explorer = NonNullable<ProjectOverview['explorers']>[number]
/** The two templates: with `{hash}`, and with `{address}`. */
export type ExplorerLinks = Pick<Explorer, 'hash_url' | 'address_url'>

const linksOf = (origin: string): ExplorerLinks => ({
  hash_url: `${origin}/tx/{hash}`,
  address_url: `${origin}/address/{address}`,
})

/** The public explorers of common chains, by the chain's name. */
export const EXPLORER_PRESETS: ReadonlyMap<string, ExplorerLinks> = new Map([
  ['Ethereum', linksOf('https://etherscan.io')],
  ['BNB Smart Chain', linksOf('https://bscscan.com')],
  ['Polygon', linksOf('https://polygonscan.com')],
  ['Arbitrum One', linksOf('https://arbiscan.io')],
  ['Optimism', linksOf('https://optimistic.etherscan.io')],
  ['Base', linksOf('https://basescan.org')],
  ['Avalanche', linksOf('https://snowtrace.io')],
  ['Gnosis', linksOf('https://gnosisscan.io')],
])

/**
 * The explorer of a payment token: the one with its name, in any case, else the one of all other tokens.
 * @param paymentToken null for a record without one, such as a wallet
 */
function findExplorer(
  explorers: readonly Explorer[],
  paymentToken: string | null,
): Explorer | undefined {
  const name = paymentToken?.toLowerCase()
  const own = explorers.find(
    ({ payment_token: token }) => token !== null && token.toLowerCase() === name,
  )
  return own ?? explorers.find(({ payment_token: token }) => token === null)
}

/** The link to a transaction; null without a hash or an explorer for its payment token. */
export function hashLink(
  explorers: readonly Explorer[],
  { transaction_hash: hash, payment_token_name: token }: PaidWith,
): string | null {
  const template = findExplorer(explorers, token)?.hash_url
  if (template === undefined || hash === null) return null
  return template.replace('{hash}', () => encodeURIComponent(hash))
}

interface PaidWith {
  transaction_hash: string | null
  payment_token_name: string | null
}

/** An explorer to which an address leads, and what distinguishes it from the others. */
export interface AddressLink {
  /** The host of the explorer. */
  host: string
  url: string
}

/**
 * The links to an address, one for each explorer of the project: the same address is on every chain. That
 * of all other tokens comes first.
 */
export function addressLinks(explorers: readonly Explorer[], address: string): AddressLink[] {
  const ordered = explorers.toSorted(
    (a, b) => Number(a.payment_token !== null) - Number(b.payment_token !== null),
  )
  const urls = ordered.map(({ address_url: template }) =>
    template.replace('{address}', () => encodeURIComponent(address)),
  )
  return [...new Set(urls)].flatMap((url) => {
    const host = parseUrl(url)?.host
    return host === undefined ? [] : [{ host, url }]
  })
}
