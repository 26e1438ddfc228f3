import { makePasskey } from '#tests/support/calls/authenticator.ts'
import type { ActorName, Fixtures } from './fixtures.ts'
import { alone, onMember, open, type Row, type Scope } from './row-makers.ts'

const CODE = '123456'
const credential = makePasskey('MQ').assert('none')

/** A call that people also make who must act first, for themselves. */
const restricted = (method: string, path: string, status: number, body?: unknown): Row => ({
  ...open(method, path, status, body),
  may: 'restricted',
})

/** A record of the caller. Nobody has access to another's, not even an admin. */
const ofOwner =
  (fresh: (fixtures: Fixtures, owner: Fixtures['stranger']) => Promise<string>) =>
  async (scope: Scope, fixtures: Fixtures, actor: ActorName): Promise<string | null> => {
    const { actors, stranger } = fixtures
    // What isn't theirs is absent for everybody, so people who must act first get no 403 of it.
    const isSpecial = actor === 'unverified' || actor === 'must-reset'
    if (scope === 'mixed' || (scope !== 'own' && isSpecial)) return null
    if (scope === 'foreign' && actor === 'admin') return null
    if (scope === 'none') return '999999'
    return fresh(fixtures, scope === 'foreign' ? stranger : (actors[actor] ?? stranger))
  }
const factorOf = ofOwner((fixtures, owner) => fixtures.freshFactor(owner))
const sessionOf = ofOwner((fixtures, owner) => fixtures.freshSession(owner))

const onFactor = (method: string, status: number, body?: unknown): Row => ({
  may: 'restricted',
  kind: 'record',
  status,
  async make(...about) {
    const id = await factorOf(...about)
    return id === null ? null : { method, path: `/factors/${id}`, ...(body ? { body } : {}) }
  },
})

/** The calls of signing in beside the password, second factors, sessions and the security policy. */
export const accountRows = {
  readPasswordLink: open('POST', '/auth/password-link', 400, { token: 'none' }),
  getAuthOptions: open('GET', '/auth/options', 200),
  forgotPassword: open('POST', '/auth/forgot-password', 204, { email: 'no@body.example' }),
  secondFactor: open('POST', '/auth/second-factor', 401, {
    challenge: 'none',
    kind: 'totp',
    code: CODE,
  }),
  passkeyChallenge: open('POST', '/auth/passkeys/challenge', 200),
  passkeySignIn: open('POST', '/auth/passkeys/sign-in', 401, { challenge: 'none', credential }),
  stepUp: restricted('POST', '/auth/step-up', 400, {
    challenge: 'none',
    kind: 'password',
    password: 'wrong-one',
  }),
  listFactors: restricted('GET', '/factors', 200),
  createPasskeyOptions: restricted('POST', '/factors/passkeys/options', 200),
  createPasskey: restricted('POST', '/factors/passkeys', 400, {
    name: 'Phone',
    credential: makePasskey('MQ').attest('none'),
  }),
  // Before a key is made.
  confirmTotp: restricted('POST', '/factors/totp/confirm', 409, { code: CODE }),
  createTotp: restricted('POST', '/factors/totp', 200),
  // Without a second factor.
  createRecoveryCodes: restricted('POST', '/factors/recovery-codes', 409),
  renameFactor: onFactor('PATCH', 200, { name: 'Old phone' }),
  deleteFactor: onFactor('DELETE', 204),
  getSecurityPolicy: { ...open('GET', '/security/policy', 200), may: 'admin' },
  replaceSecurityPolicy: {
    ...open('PUT', '/security/policy', 200, { second_factor_roles: [] }),
    may: 'admin',
  },
  listSessions: alone('GET', '/sessions', 200),
  endSession: {
    may: 'everybody',
    kind: 'record',
    status: 204,
    async make(scope, fixtures, actor) {
      const id = await sessionOf(scope, fixtures, actor)
      return id === null ? null : { method: 'DELETE', path: `/sessions/${id}` }
    },
  },
  endOtherSessions: alone('DELETE', '/sessions', 204),
  resetMemberFactors: onMember('DELETE', '/factors', 204),
} satisfies Record<string, Row>
