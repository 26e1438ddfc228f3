import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface TestSmtp {
  url: string
  /** The messages that it received, unwrapped. */
  mails: string[]
  close(): Promise<void>
}

/**
 * A mail server for a client with the right password.
 * @param isFull rejects every message after receiving it
 */
export async function openSmtp(user: string, password: string, isFull = false): Promise<TestSmtp> {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (given, _session, done) =>
      given.username === user && given.password === password
        ? done(null, { user })
        : done(new Error('wrong password')),
    onData: (stream, _session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        // Long lines are wrapped with `=` in quoted-printable.
        mails.push(text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
        done(isFull ? new Error('No room') : null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${user}:${password}@127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
