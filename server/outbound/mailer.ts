import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock, Mail, Mailer } from '#server/dependencies.ts'

const CONNECT_TIMEOUT_MS = 5000
const SEND_TIMEOUT_MS = 10_000

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

/** The mail that invites a person. The token is in the fragment, which browsers send to no server. */
export function invitationMail(
  to: string,
  { invitedBy, publicUrl, token }: { invitedBy: string; publicUrl: string; token: string },
): Mail {
  return {
    to,
    subject: 'You are invited to Saleroom',
    text: [
      `${invitedBy} has invited you to Saleroom. Open this link to set your password:`,
      '',
      `${publicUrl}/set-password#token=${token}`,
      '',
      'It works once, for 72 hours. If you did not expect it, ignore this mail.',
      '',
    ].join('\n'),
  }
}
