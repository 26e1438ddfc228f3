import type { ProjectNewsKind } from '#server/db/messages/account-events.ts'
import type { ClaimedMessage } from '#server/db/messages/alert-messages.ts'
import type { Mail, PushMessage } from '#server/dependencies.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { messageIdOf, tagOf, type TextOptions } from './compose.ts'

// News about a project that go to everybody who sees its figures: a credit that waits for approval, and
// changed scripts.

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
  const credit = hideAmounts
    ? 'a credit'
    : `a credit of ${formatDecimal(textOf(data['tokens']), 2)} tokens`
  return {
    title: `${project}: ${credit} waits for approval`,
    text: `By ${textOf(data['by'])} to ${shortAddress(textOf(data['wallet_address']))}`,
    path: `/manual-transactions?${query}`,
  }
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
