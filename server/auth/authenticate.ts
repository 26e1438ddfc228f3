import type { FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { findActiveSession } from '#server/db/accounts/sessions.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { forbidden, unauthenticated } from '#server/http/errors.ts'
import type { ProofKind } from '#src/wire/second-factors.ts'
import { deriveKey } from './secret.ts'

/** How a session was opened: with a passkey alone, or with the password and perhaps a second factor. */
export type SignInMethod = 'password' | 'passkey' | `password_${Exclude<ProofKind, 'password'>}`

/** Whether the session was opened with a recovery code. */
export const isRecovery = (method: string | null) => method === 'password_recovery'

export interface Confirmation {
  at: Date
  /** `factors`: for changes of second factors only. */
  for: 'everything' | 'factors'
}

/** The caller. The role is read from the database at every request, never from the token. */
export interface Actor {
  id: number
  email: string
  role: string
  /** Whether the user may change more than the own account. */
  mayWrite: boolean
  sessionId: string
  /** Whether the user must verify the email, change the password or add a second factor first. */
  mustActFirst: boolean
  /** When and for what the person of this session last confirmed who they are. */
  confirmation: Confirmation | null
  /** Whether the session was opened with a recovery code, a short time ago. */
  isRecovering: boolean
  tokenExpiresAt: Date
  /** The id of its last write, with a replica. */
  lastWrite: string | null
}

/** How long a sign-in with a recovery code allows to replace a lost factor. */
const RECOVERY_MS = 30 * 60_000
const ACCESS_TOKEN_LIFE_MS = 10 * 60_000
const ISSUER = 'saleroom'
const AUDIENCE = 'saleroom-api'
const TYPE = 'at+jwt'
const ALGORITHM = 'HS256'

/** Signs an access token for a session. */
export async function signAccessToken(
  { clock, config }: Dependencies,
  session: { id: string; userId: number },
): Promise<{ token: string; expires: string }> {
  const now = clock.now().getTime()
  const expires = new Date(now + ACCESS_TOKEN_LIFE_MS)
  const token = await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(session.userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expires.getTime() / 1000))
    .sign(deriveKey(config.secret, 'access-token'))
  return { token, expires: expires.toISOString() }
}

/**
 * The caller of a request by its bearer token. The session must still be active in the database, so
 * that sign-out, a disabled account and a password change on another device end a token at once.
 * @param access `restricted` also admits users who must verify the email, change the password or add a
 * second factor first
 * @throws HttpError 401 without a valid token, 403 for a user who must do that first
 */
export async function authenticate(
  dependencies: Dependencies,
  request: FastifyRequest,
  access: 'restricted' | 'signed-in',
): Promise<Actor> {
  const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw unauthenticated()
  const claims = await readClaims(dependencies, token)
  const now = dependencies.clock.now()
  const session = claims && (await findActiveSession(dependencies.db, claims.sessionId, now))
  if (!claims || !session) throw unauthenticated()
  const { must_act_first: mustActFirst } = session
  if (mustActFirst && access === 'signed-in') throw forbidden()
  const {
    user_id: id,
    email,
    role,
    may_write: mayWrite,
    confirmed_at: at,
    confirmed_for: scope,
  } = session
  return {
    id,
    email,
    role,
    mayWrite,
    sessionId: session.id,
    mustActFirst,
    confirmation: at && scope && { at, for: scope },
    isRecovering:
      isRecovery(session.method) && session.created_at.getTime() > now.getTime() - RECOVERY_MS,
    tokenExpiresAt: claims.expiresAt,
    lastWrite: session.last_write,
  }
}

async function readClaims(
  dependencies: Dependencies,
  token: string,
): Promise<{ sessionId: string; expiresAt: Date } | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      deriveKey(dependencies.config.secret, 'access-token'),
      {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['exp', 'sub', 'sid'],
        currentDate: dependencies.clock.now(),
      },
    )
    const sid: unknown = payload['sid']
    return typeof sid === 'string' && /^[\da-f-]{36}$/.test(sid)
      ? { sessionId: sid, expiresAt: new Date(Number(payload.exp) * 1000) }
      : null
  } catch {
    return null
  }
}
