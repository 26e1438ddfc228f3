import { File, ReceiptText, TicketPercent, ContactRound, Wallet } from 'lucide-react'
import { shortAddress } from '#src/domain/text/text.ts'
import type { Recent } from '#src/state/recents.ts'
import type { FindOption, FindPage } from './find-option.ts'
import { idOf, type FoundRecord } from './found-record.ts'
import { recordOption, type OptionContext } from './record-options.ts'

const SHOWN = 4
const KINDS = {
  wallet: { icon: Wallet, name: 'Wallet' },
  transaction: { icon: ReceiptText, name: 'Transaction' },
  bonus_code: { icon: TicketPercent, name: 'Bonus code' },
  lead: { icon: ContactRound, name: 'Lead' },
}

/**
 * The last opened records and pages, without the present one and pages that the role does not see.
 * Their facts come from the data of this device; a record without data has its name only.
 * @param present the URL of the present page
 */
export function recentOptions(
  recents: readonly Recent[],
  saved: readonly FoundRecord[],
  pages: readonly FindPage[],
  context: OptionContext,
  present: { pathname: string; search: string },
): FindOption[] {
  const options = recents.flatMap((recent) =>
    recent.kind === 'page'
      ? pageOption(recent, pages)
      : knownRecord(recent, recent.kind, saved, context),
  )
  return options
    .filter(({ target }) => !('href' in target && isAt(target.href, present)))
    .slice(0, SHOWN)
}

function isAt(href: string, present: { pathname: string; search: string }): boolean {
  const url = new URL(href, 'https://this.invalid')
  if (url.pathname !== present.pathname) return false
  const params = new URLSearchParams(present.search)
  return ['project', 'id'].every((name) => url.searchParams.get(name) === params.get(name))
}

function pageOption(recent: Recent, pages: readonly FindPage[]): FindOption[] {
  const page = pages.find(({ path }) => path === recent.id)
  if (page === undefined) return []
  const { icon = File, title, detail, href } = page
  const key = `recent page ${recent.id}`
  const { at: _at, ...noted } = recent
  return [
    { key, icon, title, facts: ['Page', detail], at: recent.at, target: { href }, recent: noted },
  ]
}

function knownRecord(
  recent: Recent,
  kind: Exclude<Recent['kind'], 'page'>,
  saved: readonly FoundRecord[],
  context: OptionContext,
): FindOption[] {
  const { projectId, id, at } = recent
  const record = saved.find(
    (one) => one.kind === kind && one.detail.project_id === projectId && idOf(one) === id,
  )
  if (record !== undefined) return [{ ...recordOption(record, context, 'recent'), at }]
  const href = context.hrefOf(kind, projectId, id)
  if (href === null) return []
  const { icon, name } = KINDS[kind]
  const title = recent.title === '' ? `${name} ${id}` : recent.title
  return [
    {
      key: `recent ${kind} ${projectId} ${id}`,
      icon,
      title,
      ...(title.startsWith('0x') ? { shortTitle: shortAddress(title) } : {}),
      isMono: title.startsWith('0x') || (kind === 'bonus_code' && recent.title !== ''),
      facts: [name],
      project: projectId,
      at,
      target: { href },
      recent: { kind, projectId, id, title: recent.title },
    },
  ]
}
