import { decryptOrNull, type Keyring } from '#server/auth/secret.ts'
import type { Db } from '#server/db/engine/open.ts'
import { readChatSubject, readLeadSubject } from '#server/db/messages/notice-subjects.ts'
import { claimNotices, deleteSentNotices, type NoticeRow } from '#server/db/messages/notices.ts'
import { deleteQueued, releaseQueued } from '#server/db/messages/queue.ts'
import type { ProjectRow, TransactionRow } from '#server/db/schema/schema.ts'
import type { Clock } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { NO_API_KEY, STALE_API_KEY } from '#src/domain/sale/notice-reasons.ts'
import { formatDecimal, formatPaid } from '#src/domain/sale/record-formats.ts'
import { startLoop, type BackgroundLoop } from './background-loop.ts'
import type { MailingList } from './lead-forwarding.ts'
import { outcomeOf, UNPREPARED } from './outcome.ts'
import { sendToChannel } from './project-notice.ts'
import type { Sending } from './sending.ts'
import type { Chat } from './telegram.ts'

export interface OutboxDependencies extends Keyring {
  db: Db
  clock: Clock
  /** Null when the server has no bot. */
  chat: Chat | null
  list: MailingList
  /** Logs errors of the outbox itself, not of the services. */
  log(message: string): void
}

const BATCH_SIZE = 4
const POLL_MS = 1000
const KEEP_SENT_MS = 30 * 24 * 3_600_000

/**
 * Sends all notices that are due. Several processes may do so at the same time. A notice that a killed
 * process had claimed becomes due again after a while.
 * @param isStopped true stops before the next batch
 * @returns the number of attempted notices
 */
export async function drainOutbox(
  parts: OutboxDependencies,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let attempted = 0
  for (;;) {
    if (isStopped()) return attempted
    const notices = await claimNotices(parts.db, parts.clock.now(), BATCH_SIZE)
    if (notices.length === 0) return attempted
    attempted += notices.length
    await Promise.all(notices.map((notice) => deliver(parts, notice)))
  }
}

/** Drains the outbox every second until `stop`, which waits for notices being sent. */
export function startOutbox(parts: OutboxDependencies): BackgroundLoop {
  const drain = async (isStopped: () => boolean) => {
    await drainOutbox(parts, isStopped)
    await deleteSentNotices(parts.db, new Date(parts.clock.now().getTime() - KEEP_SENT_MS))
  }
  return startLoop('outbox', POLL_MS, drain, parts.log)
}

async function deliver(parts: OutboxDependencies, notice: NoticeRow): Promise<void> {
  const { db, clock } = parts
  const send = notice.kind === 'chat' ? sendChat : forwardLead
  const sending = await send(parts, notice).catch((error: unknown): Sending => {
    parts.log(`outbox: notice ${notice.id}: ${messageOf(error)}`)
    return UNPREPARED
  })
  if (sending === null) await deleteQueued(db, 'notices', [notice])
  else {
    const now = clock.now()
    await releaseQueued(db, 'notices', [notice], outcomeOf(sending, notice.attempts, now), now)
  }
}

/** @returns null when the notice is no longer wanted */
async function sendChat(parts: OutboxDependencies, notice: NoticeRow): Promise<Sending | null> {
  const subject = await readChatSubject(parts.db, notice.project_id, notice.subject_id)
  if (subject === null || !subject.project.telegram_notifications_enabled) return null
  const { project, transaction } = subject
  return sendToChannel(
    parts,
    project,
    project.telegram_message_text,
    valuesOf(project, transaction),
  )
}

async function forwardLead(
  { db, list, ...keyring }: OutboxDependencies,
  notice: NoticeRow,
): Promise<Sending | null> {
  const subject = await readLeadSubject(db, notice.project_id, notice.subject_id)
  if (subject === null || !subject.project.forward_leads_to_brevo) return null
  const { project, lead } = subject
  if (project.brevo_api_key_sealed === null) return { is: 'refused', reason: NO_API_KEY }
  const apiKey = decryptOrNull(keyring, project.brevo_api_key_sealed)
  if (apiKey === null) return { is: 'refused', reason: STALE_API_KEY }
  return await list.add(apiKey, project.brevo_list_id, lead)
}

/** Amounts have the format of the app's lists and of the settings preview. */
function valuesOf(project: ProjectRow, transaction: TransactionRow): Record<string, string> {
  const { payment_token_name: symbol, payment_token_amount: paid } = transaction
  return {
    project_id: project.id,
    stage_name: transaction.stage_name ?? '',
    wallet_address: transaction.wallet_address,
    payment_token_symbol: symbol,
    payment_token_amount: formatPaid(paid, symbol),
    payment_usd_amount: formatDecimal(transaction.payment_usd_amount, 2, 2),
    tokens_bought: formatDecimal(transaction.tokens_bought ?? '0', 2, 2),
    project_ticker: project.project_ticker ?? '',
    website_url: project.website_url ?? '',
    buy_url: project.buy_url ?? '',
  }
}
