import { Copy, HandCoins } from 'lucide-react'
import { canCredit, creditState } from '#src/domain/sale/purchase-status.ts'
import type { Recognised } from '#src/domain/sale/recognise-search.ts'
import type { FindOption, FindPage } from './find-option.ts'
import type { RecordOf } from './found-record.ts'
import { barePage } from './named-options.ts'
import { recordHref, type OptionContext } from './record-options.ts'

/** The lists that can be searched for the same address or hash. */
export function searchPages({ is, q }: Recognised, pages: readonly FindPage[]): FindOption[] {
  const [param, lists] =
    is === 'address' ? ['walletAddress', ['/users', '/transactions']] : ['hash', ['/transactions']]
  return pages
    .filter(({ path }) => lists.includes(path))
    .map((page) => ({
      ...barePage(page),
      facts: [is === 'address' ? 'Search for this address' : 'Search for this hash'],
      target: { href: `${page.path}?${new URLSearchParams({ [param]: q }).toString()}` },
    }))
}

/** Add Tokens in each project where the wallet is, and the address to copy. */
export function walletActions(
  address: string,
  wallets: readonly RecordOf<'wallet'>[],
  context: OptionContext,
  copy: () => void,
): FindOption[] {
  const credits = wallets.map((wallet): FindOption => {
    const page = context.hrefOf('wallet', wallet.detail.project_id, wallet.detail.wallet_address)
    return {
      key: `add-tokens ${wallet.detail.project_id}`,
      icon: HandCoins,
      title: 'Add Tokens',
      facts: [],
      project: wallet.detail.project_id,
      target: {
        href: page === null ? recordHref(wallet, context) : `${page}?action=add-tokens`,
      },
    }
  })
  return [
    ...credits,
    {
      key: `copy ${address}`,
      icon: Copy,
      title: 'Copy wallet address',
      facts: [],
      target: { run: copy },
    },
  ]
}

/** A search does not know about credits: the page of a credited purchase refuses a second one. */
export const isCreditable = ({ status }: { status: string }) =>
  canCredit(creditState(status, false))

/**
 * Credits of purchases that brought no tokens, on servers that have the page of a purchase.
 * @param requested the purchases whose credit waits for approval
 */
export function creditActions(
  purchases: readonly RecordOf<'transaction'>[],
  requested: ReadonlySet<string>,
  context: OptionContext,
): FindOption[] {
  return purchases.flatMap(({ detail }) => {
    const page = context.hrefOf('transaction', detail.project_id, detail.id)
    if (page === null || !isCreditable(detail)) return []
    if (requested.has(detail.id))
      return [
        {
          key: `request ${detail.project_id} ${detail.id}`,
          icon: HandCoins,
          title: 'See the credit that waits for approval',
          facts: [detail.status],
          project: detail.project_id,
          target: { href: page },
        },
      ]
    return [
      {
        key: `credit ${detail.project_id} ${detail.id}`,
        icon: HandCoins,
        title: 'Credit this purchase',
        facts: [detail.status],
        project: detail.project_id,
        target: { href: `${page}?action=credit` },
      },
    ]
  })
}
