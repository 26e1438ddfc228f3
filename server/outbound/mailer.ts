import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Clock, Mail, Mailer } from '#server/dependencies.ts'
import { cutText } from '#src/domain/text/text.ts'

const CONNECT_TIMEOUT_MS = 5000
const SEND_TIMEOUT_MS = 10_000

/** What nodemailer adds to the error of a mail that the server did not take. */
const failedMailSchema = z.object({
  command: z.optional(z.string()),
  response: z.optional(z.string()),
  responseCode: z.optional(z.number()),
})
interface MailFailure {
  is: 'refused' | 'unreachable'
  reason: string
}

/** Sends mail through an SMTP server. */
export function smtpMailer(url: string, from: string): Mailer {
  const open = async () => {
    // Loaded with the first mail.
    const { createTransport } = await import('nodemailer')
    return createTransport(
      {
        url,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SEND_TIMEOUT_MS,
      },
      { from },
    )
  }
  let transport: ReturnType<typeof open> | undefined
  return {
    delivers: true,
    async send(mail) {
      transport ??= open()
      await (await transport).sendMail(mail)
    },
  }
}

const MAX_REASON_LENGTH = 300

/**
 * What an error of `Mailer.send` means. A refused address is final, with an answer of 5xx (RFC 5321,
 * 4.2.1) to RCPT TO. Everything else may pass: a server that is away, greylisting, a wrong password.
 */
export function mailFailure(error: unknown): MailFailure {
  const { command, response, responseCode } = failedMailSchema.safeParse(error).data ?? {}
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  const text = `The mail server ${isFinal ? 'refused the address' : 'did not accept it'}`
  return {
    is: isFinal ? 'refused' : 'unreachable',
    reason: cutText(response === undefined ? text : `${text}: ${response}`, MAX_REASON_LENGTH),
  }
}

/** Writes mails to a folder and to the log, for servers without SMTP. */
export function outboxMailer(folder: string, clock: Clock, log: (line: string) => void): Mailer {
  return {
    delivers: false,
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const time = clock.now().toISOString().replaceAll(':', '-')
      const file = path.join(folder, `${time}-${randomBytes(3).toString('hex')}.txt`)
      await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 })
      log(`Mail to ${to} (no SMTP_URL is set, so it is in ${file}):\n${text}`)
    },
  }
}

/** The mail that verifies an address. Its link opens the app, which sends the token to the API. */
export function verificationMail(to: string, publicUrl: string, token: string): Mail {
  return {
    to,
    subject: 'Verify your email address',
    text: [
      'Open this link to verify your email address for Saleroom:',
      '',
      `${publicUrl}/verify-email?token=${token}`,
      '',
      'It works once, for 24 hours. If you did not ask for it, ignore this mail.',
      '',
    ].join('\n'),
  }
}
