import { formatAge } from '#src/domain/format-time.ts'
import type { Notice } from '#src/wire/notices.ts'

const SERVICES = {
  chat: 'Telegram',
  lead: 'Brevo',
  push: 'Your alert by push',
  mail: 'Your alert by mail',
} as const

/** "Telegram, transaction 48219" or "Brevo, nadia@example.org". */
export function describeNotice(notice: Notice): string {
  const { start, subject } = noticeParts(notice)
  return start + subject
}

/** The same with what it is about on its own, which may be a link. */
export function noticeParts({ kind, subject }: Notice): { start: string; subject: string } {
  if (subject === undefined) return { start: SERVICES[kind], subject: '' }
  return { start: `${SERVICES[kind]}, ${kind === 'chat' ? 'transaction ' : ''}`, subject }
}

/** "8 tries, Key not found" of a failed notice; "Next 14:40, No answer" of a waiting one. */
export function describeState(notice: Notice, now: number): string {
  const { reason, attempts } = notice
  const start =
    notice.state === 'waiting'
      ? describeNext(notice, now)
      : `${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  return reason === null ? start : `${start}, ${reason}`
}

function describeNext({ next_attempt_at: next }: Notice, now: number): string {
  const at = Date.parse(next ?? '')
  // One that is due waits for those before it.
  return at > now ? `Next ${formatAge(at, now)}` : 'Next in line'
}
