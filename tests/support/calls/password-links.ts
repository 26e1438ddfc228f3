import { fillLanes } from '#server/alerts/delivery.ts'
import { answerPasswordRequests } from '#server/alerts/password-links.ts'
import type { TestApp } from '#tests/support/server/app.ts'

/** Answers requests for new passwords and sends all mails that are due, as the server's loops do. */
export async function deliverMails({ dependencies }: TestApp): Promise<void> {
  const { db, clock, config, mailer, push } = dependencies
  const { secret, publicUrl } = config
  await answerPasswordRequests({ db, clock, secret })
  const parts = { db, clock, push, mailer, publicUrl, secret, log: console.error }
  const lanes = new Set<Promise<void>>()
  while ((await fillLanes(parts, lanes, () => false)) > 0) await Promise.all(lanes)
}

/** The tokens of the mailed links that set a password, oldest first. */
export const linkTokens = ({ mails }: TestApp): string[] =>
  mails.flatMap(({ text }) => /set-password#token=([\w-]+)/.exec(text)?.[1] ?? [])
