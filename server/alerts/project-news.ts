import type { ProjectNewsKind } from '#server/db/messages/account-events.ts'
import type { ClaimedMessage } from '#server/db/messages/alert-messages.ts'
import type { Mail, PushMessage } from '#server/dependencies.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { messageIdOf, tagOf, type TextOptions } from './compose.ts'

// News about a project that go to everybody who sees its figures: a credit or correction that waits for
// approval, and changed scripts; those of a correction that was made to admins.

export type ProjectMessage = ClaimedMessage & { kind: ProjectNewsKind }

interface NewsText {
  title: string
  text: string
  /** The page of the app, with its query. */
  path: string
}

function describeProjectNews(
  { kind, project_id, data }: ProjectMessage,
  { hideAmounts }: Pick<TextOptions, 'hideAmounts'>,
): NewsText {
  const project = project_id ?? ''
  const query = new URLSearchParams({ projects: project }).toString()
  if (kind === 'script_changed')
    return {
      title: `${project}: the SEO scripts were changed`,
      text: `Version ${String(data['version'])}, by ${textOf(data['by'])}`,
      path: `/seo-scripts?${query}`,
    }
  const wallet = textOf(data['wallet_address'])
  const tokens = hideAmounts ? '' : ` of ${formatDecimal(textOf(data['tokens']), 2)} tokens`
  if (kind === 'corrected') {
    const correction = CORRECTIONS[textOf(data['action'])]
    return {
      title: `${project}: ${correction?.made(tokens) ?? 'a correction was made'}`,
      text: `By ${textOf(data['by'])}, wallet ${shortAddress(wallet)}`,
      path: correction?.page(project, textOf(data['object_id'])) ?? `/activity?${query}`,
    }
  }
  // Without a kind on a server from before corrections.
  const [subject, preposition] = REQUESTED[textOf(data['kind'])] ?? ['a credit', 'to']
  return {
    title: `${project}: ${subject}${tokens} waits for approval`,
    text: `By ${textOf(data['by'])} ${preposition} ${shortAddress(wallet)}`,
    path: `/manual-transactions?${query}`,
  }
}

/** What waits, and how the wallet is joined to it. */
const REQUESTED: Readonly<Record<string, readonly [subject: string, preposition: string]>> = {
  void: ['the voiding of a purchase', 'from'],
  restore: ['the restoring of a purchase', 'to'],
  reverse: ['the reversal of a credit', 'from'],
  successor: ['the change of a successor', 'for'],
}

interface CorrectionText {
  /** @param tokens " of 12,000.00 tokens", or empty where amounts are hidden */
  made: (tokens: string) => string
  /** Where the record is shown. */
  page: (project: string, id: string) => string
}

const CORRECTIONS: Readonly<Record<string, CorrectionText>> = {
  'transaction.void': { made: (tokens) => `a purchase${tokens} was voided`, page: purchasePage },
  'transaction.restore': {
    made: (tokens) => `a purchase${tokens} was restored`,
    page: purchasePage,
  },
  'manual_transaction.reverse': {
    made: (tokens) => `a credit${tokens} was reversed`,
    page: (project, id) => `/manual-transactions?${new URLSearchParams({ projects: project, id })}`,
  },
  'wallet.successor': {
    made: (tokens) => `the successor of a wallet${tokens} was changed`,
    page: (project, address) => `/users/${encodeURIComponent(project)}/${address}`,
  },
}

function purchasePage(project: string, id: string): string {
  return `/transactions/${encodeURIComponent(project)}/${id}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The message on a device. A screen that is locked shows it. */
export function projectPush(message: ProjectMessage, options: TextOptions): PushMessage {
  const { title, text, path } = describeProjectNews(message, options)
  return { tag: tagOf(message), at: message.at.toISOString(), title, body: text, path }
}

/** The mail. Its subject is shown on a locked screen. */
export function projectMail(
  message: ProjectMessage,
  to: string,
  publicUrl: string,
  options: TextOptions,
): Mail {
  const { title, text, path } = describeProjectNews(message, { hideAmounts: false })
  return {
    to,
    subject: describeProjectNews(message, options).title,
    text: [
      title,
      text,
      `${publicUrl}${path}`,
      '',
      `You get this mail because you have access to ${message.project_id ?? ''} in Saleroom.`,
      '',
    ].join('\n'),
    messageId: messageIdOf(tagOf(message), publicUrl),
  }
}
