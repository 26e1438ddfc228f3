import { Secret as TotpKey, TOTP } from 'otpauth'
import type { Secret } from './secret-scan.ts'
import type { CallResult, Sent } from './watched-server.ts'

type Send = (name: string, request: Sent) => Promise<CallResult>

interface Person {
  as: string
  email: string
  password: string
  wrong: string
}

const post = (send: Send, name: string, path: string, body: unknown, as: string | null = null) =>
  send(name, { method: 'POST', path, body, as })

/** Confirms a session by password. */
export async function confirm(
  send: Send,
  name: string,
  { as, password, wrong }: Omit<Person, 'email'>,
): Promise<void> {
  const path = '/factors/recovery-codes'
  const refused = await post(send, `${name}, refused`, path, undefined, as)
  const { challenge } = refused.body.step_up
  const proof = { challenge, kind: 'password' }
  await post(send, `${name}, wrong`, '/auth/step-up', { ...proof, password: wrong }, as)
  await post(send, name, '/auth/step-up', { ...proof, password }, as)
}

/** Turns an authenticator on, makes recovery codes, signs in with one, and removes all. */
export async function sendFactorSecrets(
  send: Send,
  { as, email, password }: Person,
  {
    keep,
    keepTokens,
  }: {
    keep: (secret: Secret) => void
    keepTokens: (whose: string, access: string, refresh: string, allowedIn: string) => void
  },
): Promise<void> {
  const { key } = (await post(send, 'new authenticator', '/factors/totp', undefined, as)).body
  keep({ name: 'the key of the authenticator', text: key, allowedIn: ['new authenticator (200)'] })
  const code = new TOTP({ secret: TotpKey.fromBase32(key) }).generate()
  const factor = (await post(send, 'turn it on', '/factors/totp/confirm', { code }, as)).body
  const path = '/factors/recovery-codes'
  const { codes } = (await post(send, 'recovery codes', path, undefined, as)).body
  for (const text of codes)
    keep({ name: 'a recovery code', text, allowedIn: ['recovery codes (200)'] })
  const half = async (name: string) => {
    const { challenge } = (await post(send, name, '/auth/login', { email, password })).body
    return { challenge, kind: 'recovery', code: codes[0] }
  }
  const proof = await half('sign in, half')
  const name = 'sign in, recovered'
  const { tokens } = (await post(send, name, '/auth/second-factor', proof)).body
  keepTokens('the owner, recovered', tokens.access.token, tokens.refresh.token, `${name} (200)`)
  await post(send, 'code again', '/auth/second-factor', await half('half again'))
  await send('turn it off', { method: 'DELETE', path: `/factors/${factor.id}`, as })
}
