import type { Mail } from '#server/dependencies.ts'

/** The mail that proves an address: its link opens the app, which sends the token. */
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
